import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import type { StreamCategory } from '@groundswell/contracts';
import { asError } from '../faults.js';
import { decode } from './codec.js';
import { EventStoreTimeout, LogCutShort, OtherLog } from './errors.js';
import { hasReached } from './position.js';
import { headOf } from './read.js';
import { isInvalidPosition } from './reasons.js';
import { identityOf, lastUpTo, recognize, seenIn } from './recognize.js';
import { openSource, type Source, type Taken } from './source.js';
import type { EventBatch, LogMark, Position, RecordedEvent } from './types.js';

/** What one connection is to bring. */
export interface Reading {
  readonly categories: readonly StreamCategory[];
  readonly batchSize: number;
  readonly livenessInterval: number;
  readonly signal: AbortSignal | undefined;
}

/** What came, and whether everything that there was has now been seen. */
export interface Followed {
  /** Absent when only `caughtUp` is new. */
  readonly batch: EventBatch | undefined;
  readonly caughtUp: boolean;
}

/**
 * In history a checkpoint now and then is enough; live, each event of other streams must move the position at
 * once.
 */
const checkpointEvery = { history: 2_000, live: 1 };

/**
 * How often a connection may catch up before it is replaced. After history the next connection reports every
 * step; that one is replaced when it fell behind and caught up again, since its progress is then unknown.
 */
const timesCaughtUp = { history: 1, live: 2 };

/** How far a follower has come. It moves with each batch, and survives the connection. */
export interface FollowProgress {
  position: Position | undefined;
  /** The furthest position that was handed over: a follower that reads again from its mark does not tell the way twice. */
  told: Position | undefined;
  /** What the log is recognized by; absent where the caller gave nothing. */
  mark: LogMark | undefined;
  phase: keyof typeof checkpointEvery;
  /** Moves past other streams' events since the mark last named an event. */
  moves: number;
}

/**
 * Moves past other streams' events before the mark must name one of them: after a reconnection a follower
 * reads again from the marked event. Naming one takes a read.
 */
export const mostMoves = 500;

/**
 * Batches of one connection, until it is lost or has delivered history to its end.
 * @param head where the log ended before the connection was opened: a reader that has caught up has passed
 * it, even if no checkpoint shows that
 */
export async function* followOnce(
  client: EventStoreDBClient,
  progress: FollowProgress,
  head: Position | undefined,
  options: Reading,
  onHeard: () => void,
): AsyncGenerator<Followed, Error | 'caught up'> {
  const source = openSource(client, {
    after: progress.position,
    categories: options.categories,
    checkpointEvery: checkpointEvery[progress.phase],
    buffer: options.batchSize * 2,
  });
  const abort = () => source.close();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    let bounded = (history: Taken) => withinLog(client, history, head);
    for (let left = timesCaughtUp[progress.phase]; left > 0; ) {
      const taken = await next(client, source, progress.position, options);
      if (taken instanceof Error) return taken;
      onHeard();
      const { events, unreadable } = decodeAll(taken.events);
      const caughtUp = taken.caughtUp && !unreadable;
      const reached = unreadable ? events.at(-1)?.position : reachedBy(await bounded(taken), head);
      const batch = await marked(client, progress, moved(progress, events, reached));
      if (batch || caughtUp) yield { batch, caughtUp };
      if (unreadable) throw unreadable;
      if (caughtUp) {
        left -= 1;
        bounded = async (live) => live;
      }
    }
    return 'caught up';
  } finally {
    options.signal?.removeEventListener('abort', abort);
    source.close();
  }
}

/**
 * The end of the log, which must still be the log that was read, and reach as far. A mark that names an event
 * is resumed from that event: the event exists, while the position after it may lie within an event of a
 * restored log.
 * @returns an error when it cannot be determined @throws OtherLog, LogCutShort
 */
export const headBeyond = async (
  client: EventStoreDBClient,
  progress: FollowProgress,
): Promise<Position | undefined | Error> => {
  const { position, mark } = progress;
  try {
    if (mark) {
      const { log, head } = await recognize(client, { ...mark, position });
      progress.mark = { ...mark, log };
      progress.moves = mostMoves;
      if (mark.seen) progress.position = mark.seen.position;
      return head;
    }
    const head = await headOf(client)();
    if (!hasReached(head, position)) throw new LogCutShort(position?.commit ?? 0n, head?.commit);
    return head;
  } catch (error) {
    if (error instanceof LogCutShort || error instanceof OtherLog) throw error;
    return asError(error);
  }
};

/**
 * Names the log, once it has an event, and the last event up to where the follower has come. What cannot be found out now
 * is at a later move: the batch is not held up for it.
 * @param last the last event of the batch, of whatever stream, if known
 */
export const marked = async (
  client: EventStoreDBClient,
  progress: FollowProgress,
  batch: EventBatch | undefined,
  last = batch?.events.at(-1),
): Promise<EventBatch | undefined> => {
  const { mark } = progress;
  if (!mark || !batch) return batch;
  const { position } = batch;
  const unlessAway = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);
  const log = mark.log ?? (await unlessAway(identityOf(client)()));
  const isDue = !last && progress.moves >= mostMoves;
  const seen = last ? seenIn(last) : isDue ? await unlessAway(lastUpTo(client, position)) : undefined;
  progress.moves = last || isDue ? 0 : progress.moves + 1;
  progress.mark = { log, seen: seen ?? mark.seen };
  return { ...batch, mark: progress.mark };
};

/**
 * The position reached by history, at most that of the last event. At the end of history a node may report
 * the end of its log, which is after that event: a reader there would seem to have read a longer log.
 */
const withinLog = async (
  client: EventStoreDBClient,
  taken: Taken,
  head: Position | undefined,
): Promise<Taken> => {
  const { events, position } = taken;
  const came = events.at(-1)?.event?.position;
  if (hasReached(head, position) || hasReached(came, position)) return taken;
  const last = await headOf(client)().catch(() => head);
  if (hasReached(last, position)) return taken;
  return { ...taken, position: hasReached(last, came) ? last : came };
};

const reachedBy = ({ position, caughtUp }: Taken, head: Position | undefined): Position | undefined =>
  caughtUp && !hasReached(position, head) ? head : position;

/** Moves on to `reached`; undefined when that is nothing new. */
export const moved = (
  progress: FollowProgress,
  events: readonly RecordedEvent[],
  reached: Position | undefined,
): EventBatch | undefined => {
  if (!reached || (progress.position && hasReached(progress.position, reached))) return undefined;
  progress.position = reached;
  if (events.length === 0 && progress.told && hasReached(progress.told, reached)) return undefined;
  if (!hasReached(progress.told, reached)) progress.told = reached;
  return { events, position: reached };
};

/**
 * The next item, or the reason there is none. Some losses are never reported: after a silence the head of the
 * log is compared with our position, and if it stays ahead the connection counts as lost. @throws LogCutShort
 */
const next = async (
  client: EventStoreDBClient,
  source: Source,
  position: Position | undefined,
  { batchSize, livenessInterval }: Reading,
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
    if (isInvalidPosition(error)) throw new LogCutShort(position?.commit ?? 0n);
    return asError(error);
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
