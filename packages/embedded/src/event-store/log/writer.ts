import { randomBytes } from 'node:crypto';
import { CopyIn, isConnectionLoss } from '@groundswell/platform/database';
import type pg from 'pg';
import type { Outcome } from '../domain/outcome.js';
import { sizeOf } from '../domain/proposal.js';
import { baseStreamOf } from '../domain/stream-name.js';
import type { StreamState } from '../domain/stream-state.js';
import { unknownStream } from '../domain/stream-state.js';
import { copyEvents, encodeRows, rowsOf } from './copy-format.js';
import { Group, needsStoredIds, type Wish } from './group.js';
import { Patience } from './patience.js';
import type { RecentIds } from './recent-ids.js';
import { noStoredIds, readStoredIds, type StoredIds } from './stored-ids.js';
import type { StreamStates } from './stream-states.js';
import type { Tail } from './tail.js';

/** A request as submitted by a call. */
export interface SubmittedWish extends Wish {
  /** Milliseconds since 1970, after which the request is not started. At most `longestWork` from now. */
  readonly deadline: number;
  /** Whether its client has canceled it: then it is not started. */
  readonly withdrawn?: () => boolean;
  /** Called exactly once. */
  readonly settle: (outcome: Outcome) => void;
}

interface Queued {
  readonly wish: SubmittedWish;
  /** Where the committed log ended on arrival. */
  readonly cameAt: number;
}

/** How long the server works on a write, whatever the client allows. Milliseconds. */
export const longestWork = 2_000;

/** Limits of one transaction. */
const mostEvents = 4_000;
const mostBytes = 4 * 1024 * 1024;

/**
 * Timeout of a transaction in milliseconds. This connection cannot tell whether it was written, so the server ends
 * with it. It also bounds how long queued requests wait.
 */
const longestWrite = 10_000;

interface Parts {
  readonly connection: pg.Client;
  readonly pool: pg.Pool;
  readonly states: StreamStates;
  readonly recentIds: RecentIds;
  readonly tail: Tail;
}

/** A commit that was on its way when the connection broke may have reached the disk. */
const outcomeOf = (fault: unknown): Outcome =>
  isConnectionLoss(fault)
    ? { kind: 'timeout' }
    : { kind: 'failed', reason: 'The event store could not write to its database.' };

/**
 * The only writer of the log. Requests that arrive during a transaction are written together in the next one.
 * Positions are assigned in commit order, and a failed transaction loses none.
 */
export class LogWriter {
  #queue: Queued[] = [];
  #running: Promise<void> | undefined;
  #finishing = false;
  #failing = false;
  readonly #patience = new Patience();
  #gathered: () => void = () => {};

  constructor(
    private readonly parts: Parts,
    private readonly report: (fault: unknown) => void,
    private readonly fellSilent: () => void,
  ) {}

  /** Whether the last write failed, so that the next one probably fails as well. */
  get failing(): boolean {
    return this.#failing;
  }

  submit(wish: SubmittedWish): void {
    // The call is about to be ended: its client will ask the next server.
    if (this.#finishing) return;
    this.#queue.push({ wish, cameAt: this.parts.tail.last });
    if (this.#patience.complete(this.#queue.length)) this.#gathered();
    this.#running ??= this.#run();
  }

  /** Accepts no more requests, and resolves when all accepted ones are answered. */
  async finish(): Promise<void> {
    this.#finishing = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Include requests that arrive in the same turn of the event loop.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      await this.#gather();
      const queued = this.#nextWishes();
      try {
        await this.#write(queued);
        this.#failing = false;
      } catch (fault) {
        this.#failing = true;
        this.report(fault);
        const outcome = outcomeOf(fault);
        for (const { wish } of queued) wish.settle(outcome);
      }
    }
    this.#running = undefined;
  }

  /** Waits for concurrent requests, if that is worthwhile. */
  async #gather(): Promise<void> {
    const patience = this.#patience.for(this.#queue.length);
    if (patience === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#gathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#gathered = () => {};
  }

  #nextWishes(): readonly Queued[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const { wish } of this.#queue) {
      if (count > 0 && (events >= mostEvents || bytes >= mostBytes)) break;
      count += 1;
      events += wish.events.length;
      for (const event of wish.events) bytes += sizeOf(event);
    }
    return this.#queue.splice(0, count);
  }

  async #write(queued: readonly Queued[]): Promise<void> {
    const { states, recentIds, tail } = this.parts;
    const wishes = queued.map(({ wish }) => wish);
    const known = await this.#statesOf(wishes);
    const stateOf = (base: string): StreamState => known.get(base) ?? unknownStream;
    const storedIds = await this.#storedIds(wishes, stateOf);
    const now = Date.now();
    const group = new Group(
      {
        end: tail.last,
        stateOf,
        recent: (stream, id) => recentIds.in(stream, id),
        at: storedIds,
      },
      { now, newId: () => randomBytes(16) },
    );
    const outcomes = queued.map(({ wish, cameAt }): Outcome | undefined =>
      wish.deadline <= now || wish.withdrawn?.() ? { kind: 'timeout' } : group.take(wish, cameAt),
    );
    if (group.events.length > 0) {
      const begun = performance.now();
      const rows = encodeRows(group.events);
      await this.#commit(rows);
      this.#patience.committed(performance.now() - begun, wishes.length, this.#queue.length);
      states.commit(group.states);
      for (const event of group.events) recentIds.add(event);
      tail.append(rowsOf(rows));
    }
    for (const [index, wish] of wishes.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) wish.settle(outcome);
      else
        setTimeout(() => wish.settle({ kind: 'timeout' }), Math.max(0, wish.deadline - Date.now())).unref();
    }
  }

  async #commit(rows: Buffer): Promise<void> {
    const silence = setTimeout(this.fellSilent, longestWrite);
    try {
      await this.parts.connection.query(new CopyIn(copyEvents, [rows])).done;
    } finally {
      clearTimeout(silence);
    }
  }

  async #statesOf(wishes: readonly Wish[]): Promise<ReadonlyMap<string, StreamState>> {
    const { states } = this.parts;
    const known = new Map<string, StreamState>();
    const missing = new Set<string>();
    for (const { stream } of wishes) {
      const base = baseStreamOf(stream);
      const state = states.recall(base);
      if (state === undefined) missing.add(base);
      else known.set(base, state);
    }
    if (missing.size === 0) return known;
    for (const [base, state] of states.load(missing)) known.set(base, await state);
    return known;
  }

  async #storedIds(wishes: readonly Wish[], stateOf: (base: string) => StreamState): Promise<StoredIds> {
    const repeats = wishes.filter((wish) => {
      const { last, lastMetadata } = stateOf(baseStreamOf(wish.stream));
      return needsStoredIds(wish, baseStreamOf(wish.stream) === wish.stream ? last : lastMetadata);
    });
    return repeats.length === 0 ? noStoredIds : readStoredIds(this.parts.pool, repeats);
  }
}
