import {
  type Actor,
  type AnyEvent,
  type EventMetadata,
  isRefusal,
  type Refusal,
  refuse,
  schemaVersionOf,
} from '@groundswell/contracts';
import { derivedId } from '../ids/derived-id.js';
import { backOff, type Pausing } from '../time/back-off.js';
import { WrongExpectedRevision } from './errors.js';
import { type Folding, type Loaded, load } from './load.js';
import type { EventStore, NewEvent, Position } from './types.js';

/** Who asks, why, and what distinguishes a repeat from a new request. */
export interface CommandContext {
  readonly commandId: string;
  /** Keyed hash of the request, when the caller sent an idempotency key: the same key with other values is refused. */
  readonly requestHash?: string | undefined;
  readonly actor: Actor;
  readonly correlationId: string;
  /** ISO 8601 instant at which the change takes effect. */
  readonly occurredAt: string;
  readonly reason?: string | undefined;
  /** Whether this command has taken too long to write anything: another request may have been answered in its place. */
  readonly isOver?: (() => boolean) | undefined;
  /** The revision that the caller saw. Without it a conflict is decided again on the newer state. */
  readonly expectedRevision?: bigint | undefined;
}

/** A command against one stream, with the rules that decide it. */
export interface Asked<State, E extends AnyEvent> {
  readonly stream: string;
  readonly folding: Folding<State, E>;
  readonly decide: (state: State) => readonly E[] | Refusal;
  readonly context: CommandContext;
  /**
   * The stream as it was read a moment ago: it is decided upon first. An append proves it true; whatever comes to none
   * is decided again on the stream itself.
   */
  readonly known?: Loaded<State> | undefined;
}

/** The command is done; `position` is what to read after. */
export interface Done {
  readonly position: Position;
  readonly revision: bigint;
  /** False when it had been done before, or when there was nothing to do. */
  readonly changed: boolean;
}

/** How often a decision is made again because someone else wrote first. */
const mostAttempts = 20;
/** Milliseconds to step aside after a conflict, so that not all come back in step: at first, and at most. */
const aside = { first: 2, most: 40 } as const;

const metadataOf = (context: CommandContext, type: string): EventMetadata => ({
  actor: context.actor,
  correlationId: context.correlationId,
  causationId: context.commandId,
  schemaVersion: schemaVersionOf(type),
  occurredAt: context.occurredAt,
  commandId: context.commandId,
  ...(context.reason === undefined ? {} : { reason: context.reason }),
  ...(context.requestHash === undefined ? {} : { requestHash: context.requestHash }),
});

/**
 * Event ids follow from the command and what it asks for, so that the store itself recognizes an append that is repeated, and
 * takes no other request under the same key for it.
 */
const stamped = <E extends AnyEvent>(events: readonly E[], context: CommandContext): NewEvent[] =>
  events.map((event, index) => ({
    type: event.type,
    data: event.data,
    id: derivedId(context.commandId, context.requestHash ?? '', String(index)),
    metadata: metadataOf(context, event.type),
  }));

/** What this command wrote at an earlier attempt, if it did. */
const earlier = (
  { written }: Loaded<unknown>,
  { commandId, requestHash }: CommandContext,
): Done | Refusal | undefined => {
  const before = written.get(commandId);
  if (!before) return undefined;
  if (before.requestHash !== requestHash) return refuse('IdempotencyKeyReused');
  return { position: before.position, revision: before.revision, changed: false };
};

const attempt = async <State, E extends AnyEvent>(
  eventStore: Pick<EventStore, 'append'>,
  { stream, decide, context }: Asked<State, E>,
  loaded: Loaded<State>,
): Promise<Done | Refusal> => {
  const repeated = earlier(loaded, context);
  if (repeated) return repeated;
  if (context.expectedRevision !== undefined && loaded.revision !== context.expectedRevision) {
    return refuse('RevisionConflict');
  }
  const outcome = decide(loaded.state);
  if (isRefusal(outcome)) return outcome;
  if (outcome.length === 0) {
    const { last } = loaded;
    if (!last) throw new Error(`a command against ${stream} decided nothing, and there is nothing`);
    return { position: last.position, revision: last.revision, changed: false };
  }
  if (context.isOver?.()) return refuse('StillUnderWay');
  const appended = await eventStore.append(stream, stamped(outcome, context), {
    expectedRevision: loaded.revision,
  });
  return { ...appended, changed: true };
};

/**
 * Loads the stream, folds, decides, and appends on the revision that was decided upon. A conflict is decided again a
 * few times, unless the caller stated the revision.
 * @param loading how the stream is read and folded, when not as a whole each time
 * @param pausing how it steps aside after a conflict
 */
export const dispatch = async <State, E extends AnyEvent>(
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  asked: Asked<State, E>,
  loading: (stream: string, folding: Folding<State, E>) => Promise<Loaded<State>> = (stream, folding) =>
    load(eventStore, stream, folding),
  pausing: Pausing = {},
): Promise<Done | Refusal> => {
  const pause = backOff({ ...aside, random: pausing.random, pause: pausing.pause });
  let { known } = asked;
  for (let turn = 0; turn < mostAttempts; turn += 1) {
    const decidedUpon = known;
    known = undefined;
    try {
      const loaded = decidedUpon ?? (await loading(asked.stream, asked.folding));
      const done = await attempt(eventStore, asked, loaded);
      if (!decidedUpon || (!isRefusal(done) && done.changed)) return done;
      continue;
    } catch (fault) {
      if (!(fault instanceof WrongExpectedRevision)) throw fault;
    }
    await pause.wait();
  }
  return refuse('RevisionConflict');
};
