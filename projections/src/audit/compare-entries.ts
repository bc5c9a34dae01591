import type { StoredEvent } from '@groundswell/platform/event-store';
import { formAt, leafOf } from '../read-models/log-chain/event-record.js';

/** What the chain stores about an event. */
export interface Recorded {
  /** Index in the chain, from 0. */
  readonly ordinal: number;
  readonly position: bigint;
  readonly id: string;
  readonly leaf: string;
}

/** An event as the log holds it now. */
export interface Found extends Recorded {
  readonly event: StoredEvent;
}

/** A position at which log and record differ; one side is absent where it has no event. */
export interface Difference {
  readonly position: bigint;
  readonly recorded: Recorded | undefined;
  readonly found: Found | undefined;
}

/**
 * Differences to keep in memory. A log shifted by one position differs everywhere; the first differences explain
 * why.
 */
const mostKept = 10_000;

/**
 * An event of the present log, with the leaf that it yields at a place of the chain.
 * @param version1 events that are hashed as version 1
 */
export const foundIn = (event: StoredEvent, ordinal: number, version1: number): Found => ({
  ordinal,
  position: event.position.commit,
  id: event.id,
  leaf: leafTextAt(event, ordinal, version1),
  event,
});

/** The leaf that an event would have at an index of the chain. */
export const leafTextAt = (event: StoredEvent, ordinal: number, version1: number): string =>
  leafOf(event, formAt(ordinal, version1)).toString('hex');

/** Result of a comparison. */
export interface Compared {
  readonly differences: readonly Difference[];
  /** Total number, including differences that were not kept. */
  readonly differing: number;
  /** What was recorded beyond the end of the log. */
  readonly tail: readonly Recorded[];
  /** Total number of those. */
  readonly missing: number;
  /** The last recorded event. Undefined if there is none. */
  readonly end: Recorded | undefined;
  /** Ids of the last events of the log: where a gap was closed, they include what was recorded at its end. */
  readonly latest: readonly string[];
  /** Position of the last event in the log. */
  readonly last: bigint;
  /** Number of events hashed as version 1. */
  readonly version1: number;
}

/**
 * Compares the log with its record, and keeps what differs. Events meet by position, and in a log that was moved to another
 * store, where all positions differ, by their place in the order.
 */
export class Comparison implements Compared {
  readonly differences: Difference[] = [];
  readonly tail: Recorded[] = [];
  missing = 0;
  differing = 0;
  end: Recorded | undefined;
  readonly latest: string[] = [];
  /** Events after the end of the chain, which have no record yet. */
  newer = 0;
  last = 0n;
  #waiting: Recorded[] = [];
  #taken = 0;
  #at = 0;
  /** How far places in the order are apart, where positions were found to differ. */
  #apart: number | undefined;

  /**
   * @param chained where the chain ends: position of its last event, and number of events
   * @param version1 number of events hashed as version 1
   */
  constructor(
    private readonly recorded: AsyncIterator<readonly Recorded[]>,
    private readonly chained: { readonly end: bigint; readonly count: number },
    readonly version1: number,
  ) {}

  async take(found: Found): Promise<void> {
    this.last = found.position;
    this.latest[this.#taken % mostKept] = found.id;
    this.#taken += 1;
    let next = await this.#next();
    if (next?.id === found.id && next.position !== found.position) this.#apart = next.ordinal - found.ordinal;
    while (next && this.#order(next, found) < 0) {
      this.#differ({ position: next.position, recorded: next, found: undefined });
      this.#at += 1;
      next = await this.#next();
    }
    if (next && this.#order(next, found) === 0) {
      this.#at += 1;
      // If an earlier event was removed, this one has another index now. It is still the same event.
      const leaf =
        next.ordinal === found.ordinal ? found.leaf : leafTextAt(found.event, next.ordinal, this.version1);
      if (next.leaf !== leaf) this.#differ({ position: found.position, recorded: next, found });
    } else if (this.#isNewer(found)) this.newer += 1;
    else this.#differ({ position: found.position, recorded: undefined, found });
  }

  /** Call at the end of the log: all remaining recorded events are missing. */
  async finish(): Promise<void> {
    for (let next = await this.#next(); next; next = await this.#next()) {
      this.missing += 1;
      if (this.tail.length < mostKept) this.tail.push(next);
      this.#at += 1;
    }
    this.differing += this.missing;
  }

  /** Negative if a recorded event comes before the place of the found one, 0 if it has the same. */
  #order(recorded: Recorded, found: Found): number {
    if (this.#apart !== undefined) return recorded.ordinal - found.ordinal - this.#apart;
    return Number(recorded.position - found.position);
  }

  #isNewer({ ordinal, position }: Found): boolean {
    return this.#apart === undefined
      ? position > this.chained.end
      : ordinal + this.#apart >= this.chained.count;
  }

  #differ(difference: Difference): void {
    this.differing += 1;
    if (this.differences.length < mostKept) this.differences.push(difference);
  }

  async #next(): Promise<Recorded | undefined> {
    while (this.#at >= this.#waiting.length) {
      const { value, done } = await this.recorded.next();
      if (done) return undefined;
      this.#waiting = [...value];
      this.end = value.at(-1) ?? this.end;
      this.#at = 0;
    }
    return this.#waiting[this.#at];
  }
}
