import type { StreamCategory } from '@groundswell/contracts';
import type { Sql } from '../database/database.js';
import type { RecordedEvent } from '../event-store/types.js';
import type { Writer } from './writer.js';

/** Queries of one read model: they stand next to its writer, so that the two never drift. */
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
  /** One more for every change of tables or of `apply`: the new version is built next to the old one. */
  readonly version: number;
  /** The streams whose events it sees. */
  readonly categories: readonly StreamCategory[];
  /** Creates its tables. Names are unique across all read models. */
  readonly ddl: string;
  /** What a rebuild can do without until all rows are there: readers look for rows by them, and `apply` while it serves. */
  readonly indexes?: readonly IndexStatement[];
  /**
   * Applies events in the order of the log, and says whether a row changed. Gives the same rows when a batch comes
   * a second time. Runs in the transaction that also moves the checkpoint; a throw undoes both.
   */
  readonly apply: (events: readonly RecordedEvent[], sql: Sql) => Promise<boolean>;
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
  /** Brings tables of the version before to this one as they stand, where a rebuild beside is not wanted. */
  readonly inPlace?: { readonly from: number; readonly sql: string };
  /**
   * What its rows say of the log is a witness, also against a rebuild: they are never replaced by rows that differ, unless
   * someone decides so, and then they are kept aside.
   */
  readonly isEvidence?: boolean;
  /** Tables of evidence each of which alone tells of every event: while none is whole, nothing vouches for a rebuild. */
  readonly covering?: readonly string[];
  readonly queries: Q;
}

/** The schema that holds a read model's tables: `trendList` lives in `trend_list`. */
export const schemaOf = ({ name }: Pick<ReadModel, 'name'>): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where the next version is built while the present one serves. */
export const shadowSchemaOf = (model: Pick<ReadModel, 'name'>): string => `${schemaOf(model)}__next`;
