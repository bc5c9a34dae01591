import type { Position } from '@groundswell/platform/event-store';
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
import { type LogGround, withLog } from './ground.js';
import { momentOf } from './replay.js';
import { actorOf, readShownLog, type ShownEvent } from './shown-event.js';
import { inOrder, type Step, type Told } from './steps.js';

interface Followed {
  readonly id: string;
  /** The end of the log. */
  readonly head: Position | undefined;
  readonly since: Moment | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, events: number) => void;
}

const positionOf = (since: Moment | undefined): Position | undefined =>
  since?.kind === 'position' ? since.position : undefined;

/** Events of a correlation, and what they caused under another one. One pass: causes stand before their effects. */
const follow = async (
  { eventStore }: LogGround,
  { id, head, since, signal, onProgress }: Followed,
): Promise<ShownEvent[]> => {
  const found: ShownEvent[] = [];
  const causes = new Set<string | undefined>([id]);
  let seen = 0;
  for await (const events of readShownLog(eventStore, positionOf(since), signal)) {
    for (const event of events) {
      const { correlationId, causationId } = event.metadata;
      if (since && since.kind !== 'position' && event.recordedAt < since.at) continue;
      if (correlationId !== id && !causes.has(causationId)) continue;
      found.push(event);
      causes.add(event.id);
    }
    seen += events.length;
    const reached = Number(events.at(-1)?.position.commit ?? 0n);
    onProgress(head ? Math.min(1, reached / Math.max(Number(head.commit), 1)) : 1, seen);
  }
  return found;
};

const ofEvent = (event: ShownEvent): Told => ({
  at: event.recordedAt.toISOString(),
  id: event.id,
  what: event.unreadable ? `${event.type} (unreadable)` : event.type,
  where: `${event.stream} at ${event.revision}, position ${event.position.commit}`,
  who: actorOf(event),
  causes: [event.metadata.causationId],
});

/** A job is two steps: when it was enqueued, and when it ended. One that reacts to an event begins with the event's id. */
const ofJob = (job: TracedJob): Told[] => {
  const { queue, id, state, enqueuedAt, finishedAt, attempts, failure, causationId } = job;
  const step = { id, where: `${queue} ${id}`, who: 'workers', causes: [id.split('.')[0], causationId] };
  const enqueued = { ...step, at: enqueuedAt.toISOString(), what: 'job enqueued' };
  if (!finishedAt) return [{ ...enqueued, what: `job ${state}` }];
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  const why = failure ? `: ${failure}` : '';
  return [enqueued, { ...step, at: finishedAt.toISOString(), what: `job ${state}${tries}${why}` }];
};

type TracedCauses = Parameters<typeof findJobs>[1];

const causesOf = (id: string, events: readonly ShownEvent[]): TracedCauses => ({
  correlationIds: new Set([id, ...events.flatMap(({ metadata }) => metadata.correlationId ?? [])]),
  eventIds: new Set(events.map((event) => event.id)),
});

/** Jobs as far as Redis keeps them: without them the events are told all the same. */
const jobsOf = async (
  { config, log }: LogGround,
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

/** Each step after the one before it, and to the right of what caused it. */
const tableOf = (steps: readonly Step[]): string => {
  const rows = steps.map(({ at, depth, what, where, who }, index) => {
    const before = steps[index - 1];
    const gap = before ? `+${duration((Date.parse(at) - Date.parse(before.at)) / 1_000)}` : '';
    return [at, gap, `${'  '.repeat(depth)}${what}`, where, who];
  });
  return table(['when', 'after', 'what', 'where', 'who'], rows);
};

export const trace: Handler = (invocation) => {
  const { terminal, signal } = invocation;
  const id = invocation.arguments['correlation id'] ?? '';
  const given = textOf(invocation, 'since');
  const since = given === undefined ? undefined : momentOf(given, 'recorded', 'start');
  return withLog(async (ground) => {
    const onProgress = (fraction: number, done: number) =>
      terminal.progress.show({ label: 'reading the log', fraction, done, unit: 'events' });
    const head = await ground.eventStore.head();
    if (given !== undefined)
      refuseToCome({ text: given, position: positionOf(since)?.commit }, head?.commit, new Date());
    const events = await follow(ground, { id, head, since, signal, onProgress });
    const found = await jobsOf(ground, causesOf(id, events));
    const jobs = found instanceof QueueUnavailable ? null : found;
    if (events.length === 0 && found instanceof QueueUnavailable) throw found;
    if (events.length === 0 && jobs?.length === 0) throw new NotDone(`Nothing is known of "${id}".`);
    if (!jobs) terminal.note('Redis is out of reach: jobs were not looked at.');
    const steps = inOrder([...events.map(ofEvent), ...(jobs ?? []).flatMap(ofJob)]);
    terminal.result({ correlationId: id, steps, events, jobs }, tableOf(steps));
    return exitCodes.done;
  });
};
