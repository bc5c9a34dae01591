import { type Database, identifier, type Session } from '@groundswell/platform/database';
import type { LogMark, Position, RecordedEvent } from '@groundswell/platform/event-store';
import {
  applyAtOnce,
  applyGathered,
  type Checkpoint,
  gatherEvents,
  type ReadModel,
  type Writer,
} from '@groundswell/platform/read-store';

/** Maximum bytes waiting to be written. */
const mostWaiting = 2 ** 20;

/**
 * One read model being built: the rows of its events are buffered in memory, and written from time to time
 * while further events are folded. Its checkpoint moves with what is written, so a killed run continues from
 * there.
 */
export class Gathering {
  readonly #writer: Writer;
  /** The tables' position once everything handed over is written. */
  #left: Position | undefined;
  #reached: Position | undefined;
  /** Events up to here were folded. None of this read model's events lie between it and `#reached`. */
  #taken: bigint;
  /** Identifies the log at `#reached`. */
  #mark: LogMark | undefined;
  /** Events that the run had read at the last hand-over. */
  #readThen = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Whether something was written that the writer does not know of yet. */
  #written = false;

  private constructor(
    private readonly database: Database,
    private readonly model: ReadModel,
    private readonly schema: string,
    from: Pick<Checkpoint, 'position' | 'mark'> | undefined,
    /** Looks up rows while others are written. */
    private readonly reading: Session,
  ) {
    this.#left = from?.position;
    this.#reached = from?.position;
    this.#mark = from?.mark;
    this.#taken = (from?.mark.seen?.position ?? from?.position)?.commit ?? -1n;
    this.#writer =
      model.inBulk?.writer(from?.position === undefined) ??
      gatherEvents((events, sql) => applyAtOnce(model.live(), events, sql));
  }

  /** @param from the position of the existing tables */
  static async begin(
    database: Database,
    model: ReadModel,
    schema: string,
    from: Pick<Checkpoint, 'position' | 'mark'> | undefined,
  ): Promise<Gathering> {
    const reading = await database.session();
    await reading.query(`SET search_path TO ${identifier(schema)}`);
    return new Gathering(database, model, schema, from, reading);
  }

  /** Loads the rows that events need; earlier events may be folded meanwhile. */
  prepare(events: readonly RecordedEvent[]): Promise<void> {
    return this.#writer.prepare(events, this.reading);
  }

  /** @throws any error of the read model, after which it cannot be used */
  take(events: readonly RecordedEvent[], position: Position, mark?: LogMark): void {
    const isAhead = (event: RecordedEvent): boolean => event.position.commit > this.#taken;
    const fresh = events[0] && isAhead(events[0]) ? events : events.filter(isAhead);
    this.#writer.take(fresh);
    if (position.commit > this.#taken) this.#taken = position.commit;
    if (!this.#reached || position.commit > this.#reached.commit) {
      this.#reached = position;
      this.#mark = mark;
    }
    this.#tellWritten();
  }

  /** Whether enough is buffered to be written, given how many events all builds have read. */
  isDue(read: number, mostRead: number): boolean {
    const due = this.#writer.waiting >= mostWaiting || read - this.#readThen >= mostRead;
    if (due) this.#readThen = read;
    return due;
  }

  /** Starts writing what waits, after the previous write. @throws if the previous write failed */
  async write(): Promise<void> {
    await this.#writing;
    // Before the next hand-over: otherwise the writer would count it as written.
    this.#tellWritten();
    const [from, to] = [this.#left, this.#reached];
    if (!to || from?.commit === to.commit) return;
    const gathered = { write: this.#writer.handOver().write, from, to, mark: this.#mark };
    this.#left = to;
    this.#writing = applyGathered(this.database, this.model, this.schema, gathered).then(() => {
      this.#written = true;
    });
    // The next call to write or wait gets the error.
    this.#writing.catch(() => undefined);
  }

  #tellWritten(): void {
    if (this.#written) this.#writer.written();
    this.#written = false;
  }

  /** Waits until everything handed over is written. @throws if a write failed */
  async end(): Promise<void> {
    try {
      await this.#writing;
    } finally {
      await this.reading.close().catch(() => undefined);
    }
  }
}
