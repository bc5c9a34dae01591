import { hasReached, type Position } from '@groundswell/platform/event-store';
import {
  duration,
  exitCodes,
  type Handler,
  NotDone,
  refuseToCome,
  table,
  textOf,
} from '@groundswell/platform/operator';
import { findJobs, QueueUnavailable, type TracedJob } from '@groundswell/platform/queue';
import type { Moment } from '../replay/moment.js';
import { type LogConnection, withLog } from './connections.js';
import { placeBefore } from './place-before.js';
import { momentOf } from './replay.js';
import { actorOf, readShownLog, type ShownEvent } from './shown-event.js';
import { inOrder, type Step, type TracedStep } from './steps.js';
import { findMails, type TracedMail } from './traced-mails.js';

interface Followed {
  readonly id: string;
  /** The end of the log. */
  readonly head: Position | undefined;
  readonly since: Moment | undefined;
  /** The time or position of the last event to include. */
  readonly until: Moment | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, events: number) => void;
}

const positionOf = (since: Moment | undefined): Position | undefined =>
  since?.kind === 'position' ? since.position : undefined;

/** Where to start reading: nothing relevant is before it. Undefined is the start of the log. */
const beginOf = async (
  { config, eventStore }: LogConnection,
  since: Moment | undefined,
): Promise<Position | undefined> => {
  if (!since || since.kind === 'position') return positionOf(since);
  const log = await eventStore.identity();
  return log === undefined ? undefined : placeBefore(config, log, since.at);
};

const isBefore = ({ position, recordedAt }: ShownEvent, since: Moment | undefined): boolean => {
  if (since === undefined) return false;
  return since.kind === 'position' ? !hasReached(position, since.position) : recordedAt < since.at;
};

/** By how much the event store's clock may have been set back within the log, in milliseconds. */
const slack = 3_600_000;

const isAfter = ({ position, recordedAt }: ShownEvent, until: Moment | undefined, margin = 0): boolean => {
  if (until === undefined) return false;
  return until.kind === 'position'
    ? !hasReached(until.position, position)
    : recordedAt.getTime() > until.at.getTime() + margin;
};

interface Page {
  readonly read: readonly ShownEvent[];
  /** The events in the requested range. */
  readonly within: readonly ShownEvent[];
}

/** The part of the log to search. */
async function* pagesOf(
  connections: LogConnection,
  { since, until, signal }: Followed,
): AsyncGenerator<Page> {
  const begin = await beginOf(connections, since);
  for await (const read of readShownLog(connections.eventStore, begin, signal)) {
    yield { read, within: read.filter((event) => !isBefore(event, since) && !isAfter(event, until)) };
    if (read.some((event) => isAfter(event, until, slack))) return;
  }
}

/**
 * Events of a correlation, and what they caused under another one. One pass: causes precede their effects.
 */
const follow = async (connections: LogConnection, followed: Followed): Promise<ShownEvent[]> => {
  const { id, head, onProgress } = followed;
  const found: ShownEvent[] = [];
  const causes = new Set<string | undefined>([id]);
  let seen = 0;
  for await (const { read, within } of pagesOf(connections, followed)) {
    for (const event of within) {
      const { correlationId, causationId } = event.metadata;
      if (correlationId !== id && !causes.has(causationId)) continue;
      found.push(event);
      causes.add(event.id);
    }
    seen += read.length;
    const reached = Number(read.at(-1)?.position.commit ?? 0n);
    onProgress(head ? Math.min(1, reached / Math.max(Number(head.commit), 1)) : 1, seen);
  }
  return found;
};

const ofEvent = (event: ShownEvent): TracedStep => ({
  at: event.recordedAt.toISOString(),
  id: event.id,
  what: event.unreadable ? `${event.type} (unreadable)` : event.type,
  where: `${event.stream} at ${event.revision}, position ${event.position.commit}`,
  who: actorOf(event),
  causes: [event.metadata.causationId],
});

/** A job has two steps: enqueued and ended. The id of a job that reacts to an event starts with the event's id. */
const ofJob = (job: TracedJob): TracedStep[] => {
  const { queue, id, state, enqueuedAt, finishedAt, attempts, failure, causationId } = job;
  const step = { id, where: `${queue} ${id}`, who: 'workers', causes: [id.split('.')[0], causationId] };
  const enqueued = { ...step, at: enqueuedAt.toISOString(), what: 'job enqueued' };
  if (!finishedAt) return [{ ...enqueued, what: `job ${state}` }];
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  const why = failure ? `: ${failure}` : '';
  return [enqueued, { ...step, at: finishedAt.toISOString(), what: `job ${state}${tries}${why}` }];
};

const ofMail = ({ id, eventId, kind, state, changedAt }: TracedMail): TracedStep => ({
  at: changedAt.toISOString(),
  // A job about the mail may have the same cause, and the first mail has the id of its event.
  id: `mail ${id}`,
  what: `mail ${state}`,
  where: `mail "${kind}"`,
  who: 'workers',
  causes: [eventId],
});

type TracedCauses = Parameters<typeof findJobs>[1];

const causesOf = (id: string, events: readonly ShownEvent[]): TracedCauses => ({
  correlationIds: new Set([id, ...events.flatMap(({ metadata }) => metadata.correlationId ?? [])]),
  eventIds: new Set(events.map((event) => event.id)),
});

/** Jobs as far as Redis keeps them: without them the events are still shown. */
const jobsOf = async (
  { config, log }: LogConnection,
  causes: TracedCauses,
): Promise<TracedJob[] | QueueUnavailable> => {
  if (!config.REDIS_URL) return [];
  try {
    return await findJobs({ redisUrl: config.REDIS_URL, log }, causes);
  } catch (fault) {
    if (fault instanceof QueueUnavailable) return fault;
    throw fault;
  }
};

/** One row per step, with the time since the previous step, indented below its cause. */
const tableOf = (steps: readonly Step[]): string => {
  const rows = steps.map(({ at, depth, what, where, who }, index) => {
    const before = steps[index - 1];
    const gap = before ? `+${duration((Date.parse(at) - Date.parse(before.at)) / 1_000)}` : '';
    return [at, gap, `${'  '.repeat(depth)}${what}`, where, who];
  });
  return table(['when', 'after', 'what', 'where', 'who'], rows);
};

/** What came of events outside of the log. @throws QueueUnavailable, NotDone when there is nothing to show */
const effectsOf = async (
  connections: LogConnection,
  id: string,
  events: readonly ShownEvent[],
  note: (text: string) => void,
) => {
  const found = await jobsOf(connections, causesOf(id, events));
  const jobs = found instanceof QueueUnavailable ? null : found;
  if (events.length === 0 && found instanceof QueueUnavailable) throw found;
  if (events.length === 0 && jobs?.length === 0) throw new NotDone(`Nothing found for "${id}".`);
  if (!jobs) note('Redis cannot be reached: jobs were not checked.');
  const eventIds = events.map((event) => event.id);
  const mails = (await findMails(connections.config, eventIds)) ?? null;
  if (!mails) note('PostgreSQL cannot be reached: mails were not checked.');
  return { jobs, mails };
};

export const trace: Handler = (invocation) => {
  const { terminal, signal } = invocation;
  const id = invocation.arguments['correlation id'] ?? '';
  const [from, to] = [textOf(invocation, 'since'), textOf(invocation, 'until')];
  const since = from === undefined ? undefined : momentOf(from, 'recorded', 'start');
  const until = to === undefined ? undefined : momentOf(to, 'recorded');
  return withLog(async (connections) => {
    const onProgress = (fraction: number, done: number) =>
      terminal.progress.show({ label: 'reading the log', fraction, done, unit: 'events' });
    const head = await connections.eventStore.head();
    if (from !== undefined)
      refuseToCome({ text: from, position: positionOf(since)?.commit }, head?.commit, new Date());
    const events = await follow(connections, { id, head, since, until, signal, onProgress });
    const { jobs, mails } = await effectsOf(connections, id, events, terminal.note);
    const traced = [...events.map(ofEvent), ...(jobs ?? []).flatMap(ofJob), ...(mails ?? []).map(ofMail)];
    const steps = inOrder(traced);
    terminal.result({ correlationId: id, steps, events, jobs, mails }, tableOf(steps));
    return exitCodes.done;
  });
};
