import pg from 'pg';

/** What runs SQL: the pool, a session, or a transaction. Values are always bound, never pasted into the text. */
export interface Sql {
  /** Statements with values are prepared once per connection; one without may hold several statements. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Adds rows to a table by `COPY … FROM STDIN`, in chunks of the format that the statement names. */
  copyIn(statement: string, chunks: readonly Buffer[]): Promise<void>;
}

export interface TransactionOptions<T = unknown> {
  /** `snapshot` sees one moment of the database throughout, and may only read. */
  readonly kind?: 'usual' | 'snapshot';
  /** The schemas in which unqualified names are looked up, for this transaction alone. */
  readonly schemas?: readonly string[];
  /** Runs before the transaction sees anything: for a lock that a snapshot must not be older than. */
  readonly first?: string;
  /**
   * Does not wait for the disk: a crash of the database may undo the last of these transactions, each as a
   * whole. For data that can be computed again and that records its own progress.
   */
  readonly hasty?: boolean | undefined;
  /** Milliseconds a statement may take, in place of the pool's limit. */
  readonly patience?: number;
  /**
   * Issues what is written last, all of it before it returns: COMMIT is sent along, and takes effect only if every statement
   * before it did.
   */
  readonly last?: (sql: Sql, result: T) => readonly Promise<unknown>[];
  /** Milliseconds of silence between two statements after which the database ends the connection, and what it holds. */
  readonly silence?: number;
}

/** For the rare name that has to be part of a statement's text: a schema, a table. */
export const identifier = (name: string): string => pg.escapeIdentifier(name);
