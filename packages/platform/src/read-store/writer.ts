import type { Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import type { RecordedEvent } from '../event-store/types.js';

/** Applies events to tables immediately, and resolves to whether a row changed. */
type Apply = (events: readonly RecordedEvent[], sql: Sql) => Promise<boolean>;

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
  /**
   * Returns a function that writes the buffered rows and resolves to whether any row changed. More events may
   * be folded meanwhile. If it fails, the writer is ahead of the tables and must be discarded.
   */
  handOver(): (sql: Sql) => Promise<boolean>;
  /** Confirms that the last hand-over is committed. Call it before the next hand-over. */
  written(): void;
}

/** Applies events through a writer that is used only once. */
export const applyThrough =
  (writer: () => Writer): Apply =>
  async (events, sql) => {
    const once = writer();
    await once.prepare(events, sql);
    once.take(events);
    return once.handOver()(sql);
  };

/** Approximate bytes of an event in memory. */
const bytesOfEvent = 1_500;

/** A writer that keeps events as they are, and applies them when they are to be written. */
export const gatherEvents = (apply: Apply): Writer => {
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
      return async (sql) => events.length > 0 && apply(events, sql);
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
    const works = writers.map((writer) => writer.handOver());
    return async (sql) => (await together(works.map((work) => work(sql)))).includes(true);
  },
  written() {
    for (const writer of writers) writer.written();
  },
});
