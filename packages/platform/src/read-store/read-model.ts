import type { StreamCategory } from '@groundswell/contracts';
import type { Sql } from '../database/sql.js';
import type { RecordedEvent } from '../event-store/types.js';
import type { Writer } from './writer.js';

/** Queries of one read model: kept next to its writer, so that the two never drift apart. */
type Queries = Readonly<Record<string, (sql: Sql, ...rest: never[]) => Promise<unknown>>>;

/** A whole statement. */
export type IndexStatement = `CREATE ${'' | 'UNIQUE '}INDEX IF NOT EXISTS ${string}`;

/**
 * A view of the log in tables. Its SQL names tables without a schema: where they are looked up decides whether it
 * works on the tables that are served or on a copy that is being built.
 */
export interface ReadModel<Q extends Queries = Queries> {
  /** camelCase. An identity, never renamed: its schema, its checkpoint and its lock are called by it. */
  readonly name: string;
  /** One more for every change of tables or of what is written: the new version is built next to the old one. */
  readonly version: number;
  /** The categories of streams whose events it receives. */
  readonly categories: readonly StreamCategory[];
  /** Which of them can change a row; all when left out. Writers are not given the others. */
  readonly concerns?: (event: RecordedEvent) => boolean;
  /** Creates its tables. Names are unique across all read models. */
  readonly ddl: string;
  /** Indexes that a rebuild creates last: readers use them, and live writers do once the tables serve. */
  readonly indexes?: readonly IndexStatement[];
  /**
   * A writer for one batch, in log order. Idempotent for a repeated batch. It writes in the transaction that also moves the
   * checkpoint; an error rolls back both.
   */
  readonly live: () => Writer;
  /**
   * How a long rebuild goes about it. The rows are the same either way; left out, events are gathered and applied
   * together.
   */
  readonly inBulk?: {
    /** @param isBeginning whether the tables are empty */
    readonly writer: (isBeginning: boolean) => Writer;
    /**
     * Where a part follows from the read model's own tables alone, it is worked out once, at the end: the writer notes
     * in them that it is owed, and this pays. Does nothing when nothing is owed.
     */
    readonly settle?: (sql: Sql) => Promise<void>;
  };
  /** Upgrades tables of the previous version in place, where a rebuild is not wanted. */
  readonly inPlace?: { readonly from: number; readonly sql: string };
  /**
   * Its rows are evidence of what the log held: they are never replaced by different rows unless an operator
   * decides so, and are then kept aside.
   */
  readonly isEvidence?: boolean;
  /** Read only by the processes that write it: its progress is not announced to others. */
  readonly isInternal?: boolean;
  /** Tables of evidence each of which alone tells of every event: while none is whole, nothing vouches for a rebuild. */
  readonly covering?: readonly string[];
  readonly queries: Q;
}

/** The schema of a read model's tables: `trend_list` for `trendList`. */
export const schemaOf = ({ name }: Pick<ReadModel, 'name'>): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where the next version is built while the present one serves. */
export const shadowSchemaOf = (model: Pick<ReadModel, 'name'>): string => `${schemaOf(model)}__next`;
