import type { RecordedEvent } from '../event-store/types.js';
import type { IndexStatement } from './read-model.js';

/** SQL types that survive the way through JSON unchanged. Whole numbers up to 2^53 fit into `bigint`. */
type SqlType = 'text' | 'text[]' | 'integer' | 'bigint' | 'boolean' | 'jsonb' | 'timestamptz' | 'date';

/** The type of a nullable column ends in a question mark, exactly where the row's type allows null. */
type ColumnType<Value> = null extends Value ? `${SqlType}?` : SqlType;

type ColumnsOf<Row extends object> = {
  readonly [Column in keyof Row & string]-?: ColumnType<Row[Column]>;
};

/**
 * A table in which each row is a fold over the events with its key. `evolve` is pure: it is tested without a
 * database, and a rebuild folds whole batches in memory.
 */
export interface RowTable<Row extends object> {
  readonly name: string;
  readonly key: keyof Row & string;
  readonly columns: ColumnsOf<Row>;
  /** Indexes that readers use. */
  readonly indexes?: readonly IndexStatement[];
  /** The key of the row that an event belongs to; undefined when it concerns none. */
  readonly keyOf: (event: RecordedEvent) => string | undefined;
  /** The row after an event; undefined when there is none. The same object when nothing changed. */
  readonly evolve: (row: Row | undefined, event: RecordedEvent) => Row | undefined;
  /** Past states kept for each row. */
  readonly trail?: AnyTrail<Row>;
  /** What is recorded of each change. */
  readonly journal?: AnyJournal<Row>;
}

/**
 * A row's past, in a separate table: one small row for each time instead of a list within the row, which
 * would be read and written whole at each change. Rows with a trail are never deleted.
 */
export interface Trail<Row extends object, Entry extends object> {
  readonly name: string;
  /** The columns that hold the row's key, and the time of the entry. */
  readonly key: readonly [string & keyof Entry, string & keyof Entry];
  readonly columns: ColumnsOf<Entry>;
  /** The row's time, as text that sorts by time; null while there is nothing to keep. */
  readonly at: (row: Row) => string | null;
  /** The entry for the row's last state at that time. */
  readonly entryOf: (row: Row) => Entry;
}

/** A trail of whatever entries. */
export interface AnyTrail<Row extends object> extends Pick<Trail<Row, object>, 'name' | 'at' | 'entryOf'> {
  readonly key: readonly [string, string];
  readonly columns: Readonly<Record<string, string>>;
}

/** A record of each change of a row, in a separate table: a permanent line at the position of its event. */
export interface Journal<Row extends object, Line extends object> {
  readonly name: string;
  /** All but the position. */
  readonly columns: ColumnsOf<Line>;
  /** The line for a change; undefined when there is none. */
  readonly lineOf: (event: RecordedEvent, before: Row | undefined, after: Row) => Line | undefined;
}

/** A journal of whatever lines. */
export interface AnyJournal<Row extends object> extends Pick<Journal<Row, object>, 'name' | 'lineOf'> {
  readonly columns: Readonly<Record<string, string>>;
}

/** A row, and the position of the last event that changed it: the same however the log was cut into batches. */
export interface PositionedRow<Row> {
  readonly row: Row | undefined;
  readonly position: bigint;
}

/** What one more event comes to. */
interface Folded<Row> {
  readonly row: Row | undefined;
  /** Of the trail, where it ends with this event. */
  readonly entry: object | undefined;
  /** Of the journal. */
  readonly line: object | undefined;
}

/** Folds an event. What the row has seen already is passed over, so that a repeat changes nothing: then undefined. */
export const foldEvent = <Row extends object>(
  { name, evolve, trail, journal }: Pick<RowTable<Row>, 'name' | 'evolve' | 'trail' | 'journal'>,
  { row, position }: PositionedRow<Row>,
  event: RecordedEvent,
): Folded<Row> | undefined => {
  if (event.position.commit <= position) return undefined;
  const next = evolve(row, event);
  if (next === row) return undefined;
  if (!next && trail) throw new Error(`a row of ${name} was removed, which has a trail`);
  return {
    row: next,
    entry: row && next && trail && endedEntry(trail, row, next),
    line: next && journal && lineOf(journal, event, row, next),
  };
};

const endedEntry = <Row extends object>(trail: AnyTrail<Row>, row: Row, next: Row): object | undefined => {
  const at = trail.at(row);
  return at !== null && trail.at(next) !== at ? trail.entryOf(row) : undefined;
};

const lineOf = <Row extends object>(
  journal: AnyJournal<Row>,
  event: RecordedEvent,
  before: Row | undefined,
  after: Row,
): object | undefined => {
  const line = journal.lineOf(event, before, after);
  return line && { position: event.position.commit.toString(), ...line };
};

/** What the trail keeps of a row as it is now. */
export const entryOf = <Row extends object>(
  { trail }: Pick<RowTable<Row>, 'trail'>,
  row: Row,
): object | undefined => (trail && trail.at(row) !== null ? trail.entryOf(row) : undefined);

/** Before the first event. */
export const nothing: PositionedRow<never> = { row: undefined, position: 0n };

const foldAll = <Row extends object>(table: RowTable<Row>, events: readonly RecordedEvent[]) => {
  const latest = new Map<string, PositionedRow<Row>>();
  const entries: object[] = [];
  const lines: object[] = [];
  for (const event of events) {
    const key = table.keyOf(event);
    const folded = key === undefined ? undefined : foldEvent(table, latest.get(key) ?? nothing, event);
    if (key === undefined || !folded) continue;
    latest.set(key, { row: folded.row, position: event.position.commit });
    if (folded.entry) entries.push(folded.entry);
    if (folded.line) lines.push(folded.line);
  }
  return { rows: [...latest.values()].flatMap(({ row }) => row ?? []), entries, lines };
};

/** The rows after a history, without a database: for specs. */
export const foldRows = <Row extends object>(table: RowTable<Row>, events: readonly RecordedEvent[]): Row[] =>
  foldAll(table, events).rows;

/** The trail of all rows after a history, in the order in which its entries ended. */
export const foldTrail = <Row extends object>(
  table: RowTable<Row>,
  events: readonly RecordedEvent[],
): object[] => {
  const { rows, entries } = foldAll(table, events);
  return [...entries, ...rows.flatMap((row) => entryOf(table, row) ?? [])];
};

/** The journal of all rows after a history, line by line. */
export const foldJournal = <Row extends object>(
  table: RowTable<Row>,
  events: readonly RecordedEvent[],
): object[] => foldAll(table, events).lines;
