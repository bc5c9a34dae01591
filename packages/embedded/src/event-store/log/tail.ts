import type { StoredRow } from './stored-row.js';

/** Limits of the part of the log kept in memory for subscribers. */
const mostBytes = 4 * 1024 * 1024;
const mostEvents = 4_096;

/** Most events returned at once. */
const portion = 512;

const roughSize = (event: StoredRow): number => event.size + 256;

/**
 * The end of the committed log: its position, its newest events, and notifications for those who wait for
 * more.
 */
export class Tail {
  #events: StoredRow[] = [];
  /** Every event after this position is in memory. */
  #behind: number;
  /** Events before this index were dropped. */
  #start = 0;
  #bytes = 0;
  #last: number;
  #waiting = new Set<() => void>();

  /**
   * @param started the record of the server's start, after everything written before; readers never see it
   */
  constructor(readonly started: number) {
    this.#last = started;
    this.#behind = started;
  }

  /** Where the committed log ends: the position of its last event, or of the server's start if that is later. */
  get last(): number {
    return this.#last;
  }

  append(events: readonly StoredRow[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#bytes += roughSize(event);
      this.#last = event.position;
    }
    this.#letGo();
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** The next events after a position; undefined when some of them are no longer in memory. */
  after(position: number): readonly StoredRow[] | undefined {
    if (position >= this.#last) return [];
    if (position < this.#behind) return undefined;
    const index = this.#indexAfter(position);
    return this.#events.slice(index, index + portion);
  }

  /** Index of the first event in memory after a position. */
  #indexAfter(position: number): number {
    let [low, high] = [this.#start, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Resolves at the next commit, or when the waiting subscriber is gone. */
  next(gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        gone.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      gone.addEventListener('abort', wake);
      if (gone.aborted) wake();
    });
  }

  #letGo(): void {
    while (this.#bytes > mostBytes || this.#events.length - this.#start > mostEvents) {
      const oldest = this.#events[this.#start];
      if (oldest === undefined) break;
      this.#bytes -= roughSize(oldest);
      this.#behind = oldest.position;
      this.#start += 1;
    }
    if (this.#start * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }
}
