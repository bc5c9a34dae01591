import { duration, exitCodes, type Handler, NotDone, table, textOf } from '@groundswell/platform/operator';
import { findJobs, QueueUnavailable, type TracedJob } from '@groundswell/platform/queue';
import type { Moment } from '../replay/moment.js';
import { type Ground, withGround } from './ground.js';
import { momentOf } from './replay.js';
import { actorOf, readShownLog, type ShownEvent } from './shown-event.js';

/** One thing that happened: an event of the log, or a job of a queue. */
interface Step {
  readonly at: string;
  readonly what: string;
  readonly where: string;
  readonly who: string;
  readonly cause: string;
}

interface Followed {
  readonly id: string;
  readonly since: Moment | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, events: number) => void;
}

/** Events of a correlation, and what they caused under another one. One pass: causes stand before their effects. */
const follow = async (
  { eventStore }: Ground,
  { id, since, signal, onProgress }: Followed,
): Promise<ShownEvent[]> => {
  const head = await eventStore.head();
  const found: ShownEvent[] = [];
  const causes = new Set<string | undefined>([id]);
  let seen = 0;
  const after = since?.kind === 'position' ? since.position : undefined;
  for await (const { events, position } of readShownLog(eventStore, after, signal)) {
    for (const event of events) {
      const { correlationId, causationId } = event.metadata;
      if (since && since.kind !== 'position' && event.recordedAt < since.at) continue;
      if (correlationId !== id && !causes.has(causationId)) continue;
      found.push(event);
      causes.add(event.id);
    }
    seen += events.length;
    onProgress(head ? Number(position.commit) / Math.max(Number(head.commit), 1) : 1, seen);
  }
  return found;
};

const ofEvent = (event: ShownEvent): Step => ({
  at: event.recordedAt.toISOString(),
  what: event.unreadable ? `${event.type} (unreadable)` : event.type,
  where: `${event.stream} at ${event.revision}, position ${event.position.commit}`,
  who: actorOf(event),
  cause: event.metadata.causationId ?? '-',
});

/** A job is two steps: when it was enqueued, and when it ended. */
const ofJob = ({
  queue,
  id,
  state,
  enqueuedAt,
  finishedAt,
  attempts,
  failure,
  causationId,
}: TracedJob): Step[] => {
  const step = { where: `${queue} ${id}`, who: 'workers', cause: causationId ?? '-' };
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
  { config, log }: Ground,
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

const tableOf = (steps: readonly Step[]): string => {
  const sorted = steps.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const rows = sorted.map((step, index) => {
    const before = sorted[index - 1];
    const gap = before ? `+${duration((Date.parse(step.at) - Date.parse(before.at)) / 1_000)}` : '';
    return [step.at, gap, step.what, step.where, step.who];
  });
  return table(['when', 'after', 'what', 'where', 'who'], rows);
};

export const trace: Handler = (invocation) => {
  const { terminal, signal } = invocation;
  const id = invocation.arguments['correlation id'] ?? '';
  const given = textOf(invocation, 'since');
  const since = given === undefined ? undefined : momentOf(given, 'recorded');
  return withGround(async (ground) => {
    const onProgress = (fraction: number, done: number) =>
      terminal.progress.show({ label: 'reading the log', fraction, done, unit: 'events' });
    const events = await follow(ground, { id, since, signal, onProgress });
    const found = await jobsOf(ground, causesOf(id, events));
    const jobs = found instanceof QueueUnavailable ? null : found;
    if (events.length === 0 && found instanceof QueueUnavailable) throw found;
    if (events.length === 0 && jobs?.length === 0) throw new NotDone(`Nothing is known of "${id}".`);
    if (!jobs) terminal.note('Redis is out of reach: jobs were not looked at.');
    const steps = [...events.map(ofEvent), ...(jobs ?? []).flatMap(ofJob)];
    terminal.result({ correlationId: id, events, jobs }, tableOf(steps));
    return exitCodes.done;
  });
};
