import type { RecordedEvent } from '../event-store/types.js';

/** SQL types that survive the way through JSON unchanged. Whole numbers up to 2^53 fit into `bigint`. */
type SqlType = 'text' | 'integer' | 'bigint' | 'boolean' | 'jsonb' | 'timestamptz' | 'date';

/** A column that may be null carries a question mark, exactly where the row's type says so. */
type ColumnType<Value> = null extends Value ? `${SqlType}?` : SqlType;

/**
 * A table whose every row is a fold over the events with its key. `evolve` is pure: it is specified without a
 * database, and a rebuild folds whole batches in memory.
 */
export interface RowTable<Row extends object> {
  readonly name: string;
  readonly key: keyof Row & string;
  readonly columns: { readonly [Column in keyof Row & string]-?: ColumnType<Row[Column]> };
  /** Whole `CREATE INDEX` statements. */
  readonly indexes?: readonly string[];
  /** The key of the row that an event belongs to; undefined when it concerns none. */
  readonly keyOf: (event: RecordedEvent) => string | undefined;
  /** The row after an event; undefined when there is none. The same object when nothing changed. */
  readonly evolve: (row: Row | undefined, event: RecordedEvent) => Row | undefined;
}

/** A row, and the position of the last event that changed it: the same however the log was cut into batches. */
export interface Standing<Row> {
  readonly row: Row | undefined;
  readonly position: bigint;
}

/** Events by the key of their row, in the order of the log. */
export const eventsByKey = <Row extends object>(
  table: RowTable<Row>,
  events: readonly RecordedEvent[],
): Map<string, RecordedEvent[]> => {
  const grouped = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const key = table.keyOf(event);
    if (key === undefined) continue;
    const group = grouped.get(key);
    if (group) group.push(event);
    else grouped.set(key, [event]);
  }
  return grouped;
};

/** Folds events into one row. What the row has seen already is passed over, so that a repeat changes nothing. */
export const foldRow = <Row extends object>(
  table: Pick<RowTable<Row>, 'evolve'>,
  from: Standing<Row>,
  events: readonly RecordedEvent[],
): Standing<Row> => {
  let { row, position } = from;
  for (const event of events) {
    if (event.position.commit <= position) continue;
    const next = table.evolve(row, event);
    if (next === row) continue;
    row = next;
    position = event.position.commit;
  }
  return { row, position };
};

/** Before the first event. */
export const nothing: Standing<never> = { row: undefined, position: 0n };

/**
 * The rows after a history, without a database: for specs, and for a look at any past moment (hand in the events
 * up to then).
 */
export const foldRows = <Row extends object>(table: RowTable<Row>, events: readonly RecordedEvent[]): Row[] =>
  [...eventsByKey(table, events).values()].flatMap((group) => foldRow(table, nothing, group).row ?? []);
