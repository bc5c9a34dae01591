import type { RecordedEvent } from '@groundswell/platform/event-store';
import { duration, exitCodes, type Handler, NotDone, table, textOf } from '@groundswell/platform/operator';
import { findJobs, type TracedJob } from '@groundswell/platform/queue';
import type { Moment } from '../replay/moment.js';
import { type Ground, withGround } from './ground.js';
import { momentOf } from './replay.js';

/** One thing that happened: an event of the log, or a job of a queue. */
interface Step {
  readonly at: string;
  readonly what: string;
  readonly where: string;
  readonly who: string;
  readonly cause: string;
}

/** Events of a correlation, and what they caused under another one. One pass: causes stand before their effects. */
const follow = async (
  { eventStore }: Ground,
  id: string,
  since: Moment | undefined,
  onProgress: (fraction: number, events: number) => void,
): Promise<RecordedEvent[]> => {
  const head = await eventStore.head();
  const found: RecordedEvent[] = [];
  const causes = new Set([id]);
  let seen = 0;
  const after = since?.kind === 'position' ? since.position : undefined;
  for await (const { events, position } of eventStore.readAll({ after, batchSize: 2_000 })) {
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

const ofEvent = (event: RecordedEvent): Step => ({
  at: event.recordedAt.toISOString(),
  what: event.type,
  where: `${event.stream} at ${event.revision}, position ${event.position.commit}`,
  who: `${event.metadata.actor.role} ${event.metadata.actor.id}`,
  cause: event.metadata.causationId,
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

export const trace: Handler = (invocation) => {
  const { terminal } = invocation;
  const id = invocation.arguments['correlation id'] ?? '';
  const given = textOf(invocation, 'since');
  const since = given === undefined ? undefined : momentOf(given, 'recorded');
  return withGround(async (ground) => {
    const events = await follow(ground, id, since, (fraction, done) =>
      terminal.progress.show({ label: 'reading the log', fraction, done, unit: 'events' }),
    );
    const { REDIS_URL } = ground.config;
    const causes = {
      correlationIds: new Set([id, ...events.map((event) => event.metadata.correlationId)]),
      eventIds: new Set(events.map((event) => event.id)),
    };
    const jobs = REDIS_URL ? await findJobs({ redisUrl: REDIS_URL, log: ground.log }, causes) : [];
    if (events.length + jobs.length === 0) throw new NotDone(`Nothing is known of "${id}".`);
    const steps = [...events.map(ofEvent), ...jobs.flatMap(ofJob)].sort((a, b) => (a.at < b.at ? -1 : 1));
    const rows = steps.map((step, index) => {
      const before = steps[index - 1];
      const gap = before ? `+${duration((Date.parse(step.at) - Date.parse(before.at)) / 1_000)}` : '';
      return [step.at, gap, step.what, step.where, step.who];
    });
    terminal.result(
      { correlationId: id, events, jobs },
      table(['when', 'after', 'what', 'where', 'who'], rows),
    );
    return exitCodes.done;
  });
};
