/** Events that a filtered subscription examines in one window, unless the subscriber sets it. */
export const defaultSearchWindow = 32;

/** Nor does it look further than this many matching events. */
const longestPage = 32;

/** Before everything: such a subscriber is sent 2^64 - 1, which is no place in the log. */
export const beforeAll = -1;

/** Position of a checkpoint. `prepare` is 0 when it is before an event and not at one. */
export interface Checkpoint {
  readonly commit: number;
  readonly prepare: number;
}

interface Cadence {
  readonly window: number;
  /** Number of examined events between checkpoints. */
  readonly interval: number;
}

/**
 * When a filtered subscription reports its progress, by the rules of EventStoreDB 24: history is read in
 * windows, and a checkpoint is at the beginning of the window at whose end it is due, or at a later event
 * that was sent. The one at the end of history repeats the last place that was sent or requested.
 */
export class CheckpointCadence {
  #last: Checkpoint;
  /** The greatest checkpoint that was sent; `beforeAll` counts as the greatest of all. */
  #told = Number.NEGATIVE_INFINITY;
  #considered = 0;
  #page: { begin: Checkpoint; considered: number; matched: number } | undefined;
  #sinceBegun = 0;

  /**
   * @param asked the position the subscriber resumes from
   * @param end where the log ended when it subscribed
   */
  constructor(
    private readonly cadence: Cadence,
    asked: Checkpoint,
    private readonly end: number,
  ) {
    this.#last = asked;
    const begin = asked.commit === beforeAll ? { commit: 0, prepare: 0 } : asked;
    this.#page = { begin, considered: 0, matched: 0 };
  }

  /**
   * Counts an event of history, which is sent first if it matches; returns the checkpoint that is then due.
   */
  read(position: number, matches: boolean): Checkpoint | undefined {
    this.#count(position);
    this.#page ??= { begin: { commit: position, prepare: 0 }, considered: 0, matched: 0 };
    const page = this.#page;
    page.considered += 1;
    if (matches) {
      page.matched += 1;
      this.#last = { commit: position, prepare: position };
    }
    if (page.considered < this.cadence.window && page.matched < longestPage) return undefined;
    this.#page = undefined;
    this.#considered += page.considered;
    if (this.#considered < this.cadence.interval) return undefined;
    this.#considered %= this.cadence.interval;
    if (page.begin.commit > this.#last.commit) this.#last = page.begin;
    return this.#tell();
  }

  /** Counts a new event; returns the checkpoint that is due after it. */
  added(position: number, matches: boolean): Checkpoint | undefined {
    const due = this.#count(position);
    if (due || matches) this.#last = { commit: position, prepare: position };
    return due ? this.#tell() : undefined;
  }

  /**
   * Returns the checkpoint that is due when the end of history is reached, or has to be searched for again.
   */
  turned(): Checkpoint | undefined {
    this.#page = undefined;
    this.#considered = 0;
    return this.#tell();
  }

  /**
   * Events added since the subscription began count towards the next checkpoint, also while history is read.
   */
  #count(position: number): boolean {
    if (position <= this.end) return false;
    this.#sinceBegun = (this.#sinceBegun + 1) % this.cadence.interval;
    return this.#sinceBegun === 0;
  }

  #tell(): Checkpoint | undefined {
    const place = this.#last.commit === beforeAll ? Number.POSITIVE_INFINITY : this.#last.commit;
    if (place <= this.#told) return undefined;
    this.#told = place;
    return this.#last;
  }
}
