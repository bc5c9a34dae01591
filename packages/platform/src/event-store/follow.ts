import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import type { StreamCategory } from '@groundswell/contracts';
import { backOff } from '../time/back-off.js';
import { decode } from './codec.js';
import { EventStoreTimeout, LogCutShort } from './errors.js';
import { hasReached } from './position.js';
import { headOf } from './read.js';
import { openSource, type Source, type Taken } from './source.js';
import type { EventBatch, Position, RecordedEvent } from './types.js';

export interface FollowOptions {
  readonly after: Position | undefined;
  readonly categories: readonly StreamCategory[];
  readonly batchSize: number;
  readonly livenessInterval: number;
  readonly signal: AbortSignal | undefined;
  readonly onDisconnected: (cause: Error) => void;
}

/** What came, and whether everything that there was has now been seen. */
export interface Followed {
  /** Absent when only `caughtUp` is new. */
  readonly batch: EventBatch | undefined;
  readonly caughtUp: boolean;
}

/** In history a checkpoint now and then is enough; live, each event of others must move the position at once. */
const checkpointEvery = { history: 2_000, live: 1 };

/**
 * How often a connection catches up before another takes its place: after history one that tells each step, and that one
 * once it fell behind and caught up again, since how far it has come then is not told.
 */
const timesCaughtUp = { history: 1, live: 2 };

/** Where a follower stands. It moves with each batch, and survives the connection. */
interface Standing {
  position: Position | undefined;
  phase: keyof typeof checkpointEvery;
}

/**
 * Batches in order, for ever, over any number of connections. The next batch is asked for when the last one has been
 * handled, so a loss resumes from what was handled. Throws only on an event that cannot be read, and on a log that is
 * shorter than what was read of it.
 */
export async function* follow(client: EventStoreDBClient, options: FollowOptions): AsyncGenerator<Followed> {
  const { signal } = options;
  const pause = backOff();
  const standing: Standing = { position: options.after, phase: 'history' };

  while (!signal?.aborted) {
    const head = await headBeyond(client, standing.position);
    if (signal?.aborted) return;
    const ending =
      head instanceof Error ? head : yield* followOnce(client, standing, head, options, pause.reset);
    if (ending === 'caught up') {
      standing.phase = 'live';
      continue;
    }
    if (signal?.aborted) return;
    options.onDisconnected(ending);
    standing.phase = 'history';
    await pause.wait(signal);
  }
}

/**
 * Batches of one connection, until it is lost or has brought history to its end.
 * @param head where the log ended before the connection was opened: whoever has caught up has passed it, though no
 * checkpoint need say so
 */
async function* followOnce(
  client: EventStoreDBClient,
  standing: Standing,
  head: Position | undefined,
  options: FollowOptions,
  onHeard: () => void,
): AsyncGenerator<Followed, Error | 'caught up'> {
  const source = openSource(client, {
    after: standing.position,
    categories: options.categories,
    checkpointEvery: checkpointEvery[standing.phase],
    buffer: options.batchSize * 2,
  });
  const abort = () => source.close();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    for (let left = timesCaughtUp[standing.phase]; left > 0; ) {
      const taken = await next(client, source, standing.position, options);
      if (taken instanceof Error) return taken;
      onHeard();
      const { events, unreadable } = decodeAll(taken.events);
      const caughtUp = taken.caughtUp && !unreadable;
      const reached = unreadable ? events.at(-1)?.position : reachedBy(taken, head);
      const batch = moved(standing, events, reached);
      if (batch || caughtUp) yield { batch, caughtUp };
      if (unreadable) throw unreadable;
      if (caughtUp) left -= 1;
    }
    return 'caught up';
  } finally {
    options.signal?.removeEventListener('abort', abort);
    source.close();
  }
}

/**
 * The end of the log, which must still reach as far as it was read.
 * @returns an error when nobody can say @throws LogCutShort
 */
const headBeyond = async (
  client: EventStoreDBClient,
  position: Position | undefined,
): Promise<Position | undefined | Error> => {
  const head = await headOf(client)().catch((error: Error) => error);
  if (head instanceof Error) return head;
  if (!hasReached(head, position)) throw new LogCutShort(position?.commit ?? 0n, head?.commit);
  return head;
};

const reachedBy = ({ position, caughtUp }: Taken, head: Position | undefined): Position | undefined =>
  caughtUp && !hasReached(position, head) ? head : position;

/** Moves on to `reached`; undefined when that is nothing new. */
const moved = (
  standing: Standing,
  events: readonly RecordedEvent[],
  reached: Position | undefined,
): EventBatch | undefined => {
  if (!reached || (standing.position && hasReached(standing.position, reached))) return undefined;
  standing.position = reached;
  return { events, position: reached };
};

/**
 * What comes next, or why nothing does. Some losses are never reported: after a silence the head of the log is
 * compared with where we stand, and when it stays ahead the connection counts as lost.
 */
const next = async (
  client: EventStoreDBClient,
  source: Source,
  position: Position | undefined,
  { batchSize, livenessInterval }: FollowOptions,
): Promise<Taken | Error> => {
  try {
    let behind = false;
    for (;;) {
      const taken = await source.take(batchSize, livenessInterval);
      if (taken) return taken;
      const ahead = !hasReached(position, await headOf(client)());
      if (ahead && behind) return new EventStoreTimeout(livenessInterval * 2);
      behind = ahead;
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const decodeAll = (
  stored: readonly AllStreamResolvedEvent[],
): { events: RecordedEvent[]; unreadable?: unknown } => {
  const events: RecordedEvent[] = [];
  try {
    for (const { event, commitPosition } of stored) if (event) events.push(decode(event, commitPosition));
    return { events };
  } catch (unreadable) {
    return { events, unreadable };
  }
};
