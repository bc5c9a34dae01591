import type { Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import type { RecordedEvent } from '../event-store/types.js';

/** What a writer has buffered, on its way to the tables. */
export interface HandOver {
  /**
   * Whether a row changes. Undefined when only the write tells; otherwise the write issues all its statements before it
   * returns, so that others, COMMIT among them, can be sent along.
   */
  readonly changes: boolean | undefined;
  /** Resolves to whether a row changed. If it fails, the writer is ahead of the tables and must be discarded. */
  readonly write: (sql: Sql) => Promise<boolean>;
}

/**
 * Folds events and buffers the changed rows until they are written. A long rebuild changes the same rows over
 * and over: they stay in memory from batch to batch, and each is written once for many of its events.
 */
export interface Writer {
  /** About how many bytes wait to be written. */
  readonly waiting: number;
  /** Loads the rows that the events need and that are not in memory. */
  prepare(events: readonly RecordedEvent[], sql: Sql): Promise<void>;
  /** Folds events for which it was prepared, in the order of the log. */
  take(events: readonly RecordedEvent[]): void;
  /** Takes what is buffered to be written. More events may be folded meanwhile. */
  handOver(): HandOver;
  /** Confirms that the last hand-over is committed. Call it before the next hand-over. */
  written(): void;
}

/** Applies events through a writer that is used only once, and resolves to whether a row changed. */
export const applyAtOnce = async (
  writer: Writer,
  events: readonly RecordedEvent[],
  sql: Sql,
): Promise<boolean> => {
  await writer.prepare(events, sql);
  writer.take(events);
  return writer.handOver().write(sql);
};

/** Approximate bytes of an event in memory. */
const bytesOfEvent = 1_500;

/** A writer that keeps events as they are, and applies them when they are to be written. */
export const gatherEvents = (
  apply: (events: readonly RecordedEvent[], sql: Sql) => Promise<boolean>,
): Writer => {
  let gathered: RecordedEvent[] = [];
  return {
    get waiting() {
      return gathered.length * bytesOfEvent;
    },
    async prepare() {},
    take(events) {
      for (const event of events) gathered.push(event);
    },
    handOver() {
      const events = gathered;
      gathered = [];
      return { changes: undefined, write: async (sql) => events.length > 0 && apply(events, sql) };
    },
    written() {},
  };
};

/** Joins the writers of several tables into one. */
export const joinWriters = (writers: readonly Writer[]): Writer => ({
  get waiting() {
    return writers.reduce((sum, { waiting }) => sum + waiting, 0);
  },
  async prepare(events, sql) {
    await together(writers.map((writer) => writer.prepare(events, sql)));
  },
  take(events) {
    for (const writer of writers) writer.take(events);
  },
  handOver() {
    const all = writers.map((writer) => writer.handOver());
    const changes = all.map((each) => each.changes);
    return {
      changes: changes.includes(undefined) ? undefined : changes.includes(true),
      write: async (sql) => (await together(all.map(({ write }) => write(sql)))).includes(true),
    };
  },
  written() {
    for (const writer of writers) writer.written();
  },
});
