import { idOfStream, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve as evolveJob, type ParkedJob } from '@groundswell/domain/job';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import {
  AppendOutcomeUnknown,
  type EventStore,
  EventStoreTimeout,
  EventStoreUnavailable,
  type NewEvent,
  type RecordedEvent,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '@groundswell/platform/event-store';
import type { SimContext } from './context.js';
import type { Loop, Node } from './loop.js';

/** Events that a subscription reads per batch. */
const batchSize = 20;

/** The event store: all streams, with revision checks, and the state folded from each stream. */
export class SimLog {
  readonly all: RecordedEvent[] = [];
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly accounts = new Map<string, TradingAccount>();
  readonly jobs = new Map<string, ParkedJob>();
  /** Called for each appended event, with the process that wrote it. */
  onEvent: (event: RecordedEvent, before: TradingAccount, writer: Node | undefined) => void = () => undefined;
  /** Called for a write with an outdated revision. */
  onConflict: () => void = () => undefined;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly world: Pick<SimContext, 'loop' | 'faults'>) {}

  stream(name: string): readonly RecordedEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Appends like the real store: a repeat with the same ids gets the first answer again. */
  append(name: string, events: readonly NewEvent[], expected: bigint | 'no_stream' | 'any', writer?: Node) {
    const stream = this.#streams.get(name) ?? [];
    const at = expected === 'no_stream' ? 0 : expected === 'any' ? stream.length : Number(expected) + 1;
    const isRepeat = events.every(({ id }, index) => stream[at + index]?.id === id);
    if (!isRepeat) {
      if (at !== stream.length) {
        this.onConflict();
        const actual = stream.length === 0 ? 'no_stream' : BigInt(stream.length - 1);
        throw new WrongExpectedRevision(name, expected, actual);
      }
      this.#streams.set(name, stream);
      for (const event of events) this.#add(name, stream, event, writer);
      for (const wake of this.#waiting) wake();
    }
    const last = stream[at + events.length - 1] as RecordedEvent;
    return { position: last.position, revision: last.revision };
  }

  #add(name: string, stream: RecordedEvent[], event: NewEvent, writer: Node | undefined): void {
    const commit = BigInt(this.all.length + 1);
    const recorded = {
      ...event,
      stream: name,
      revision: BigInt(stream.length),
      position: { commit, prepare: commit },
      recordedAt: new Date(this.world.loop.now),
    } as unknown as RecordedEvent;
    stream.push(recorded);
    this.all.push(recorded);
    const userId = idOfStream(name);
    const before = this.accounts.get(userId) ?? initialState;
    if (name.startsWith('tradingAccount-')) {
      this.accounts.set(userId, evolve(before, recorded as unknown as TradingAccountEvent));
    } else {
      const job = evolveJob(this.jobs.get(userId), recorded as never);
      if (job) this.jobs.set(userId, job);
    }
    this.world.loop.trace.add(`${name} ${event.type} ${event.id}`, this.world.loop.now);
    this.onEvent(recorded, before, writer);
  }

  /** The store as seen by a process. */
  seenBy(node: Node): Pick<EventStore, 'append' | 'readStream' | 'subscribe'> {
    const { loop, faults } = this.world;
    return {
      append: (name, events, { expectedRevision }) =>
        faults.ask(node, 'append', 'append', () => this.append(name, events, expectedRevision, node), {
          before: () => new EventStoreUnavailable('simulated'),
          after: () => new AppendOutcomeUnknown(name, 'simulated'),
        }),
      readStream: (name, from = 0n) =>
        faults.ask(
          node,
          'read',
          'read stream',
          () => {
            const events = this.stream(name);
            const revision = events.length === 0 ? 'no_stream' : BigInt(events.length - 1);
            return { events: events.slice(Number(from)) as never, revision } as const;
          },
          { before: () => new EventStoreTimeout(10_000) },
        ),
      subscribe: (options) => this.#subscribe(loop, node, options),
    };
  }

  async #subscribe(loop: Loop, node: Node, options: SubscribeOptions): Promise<void> {
    const { onBatch, onCaughtUp, onDisconnected, signal } = options;
    let at = Number(options.after?.commit ?? 0n);
    let isLive = false;
    while (!signal.aborted) {
      const events = this.all.slice(at, at + batchSize);
      const last = events.at(-1);
      if (last) {
        await onBatch({ events, position: last.position });
        at = Number(last.position.commit);
      } else {
        if (!isLive) await onCaughtUp?.();
        isLive = true;
        const news = await this.#news(loop, node, at, signal);
        if (news === 'lost') {
          isLive = false;
          onDisconnected?.(new EventStoreUnavailable('simulated'));
          await loop.pauseOf(node)(1_000, signal);
          // Deliver the last events again.
          at = Math.max(0, at - 2);
        }
      }
    }
  }

  #news(loop: Loop, node: Node, at: number, signal: AbortSignal): Promise<'news' | 'lost'> {
    return new Promise((resolve) => {
      let isDone = false;
      const wake = (): void => {
        if (isDone) return;
        isDone = true;
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        const outcome = this.world.faults.happens('subscription') ? 'lost' : 'news';
        loop.soon(node, outcome, () => resolve(outcome), this.world.faults.latency());
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (at < this.all.length || signal.aborted) wake();
    });
  }
}
