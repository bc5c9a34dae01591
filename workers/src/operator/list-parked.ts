import { idOfStream, type JobEvent } from '@groundswell/contracts';
import { evolve, initialState, type ParkedJob } from '@groundswell/domain/job';
import type { EventStore, RecordedEvent } from '@groundswell/platform/event-store';
import { counted, exitCodes, type Handler, NotDone, table } from '@groundswell/platform/operator';
import { withLog } from './with-log.js';

interface Listed extends ParkedJob {
  readonly id: string;
  readonly since: string;
}

const isJobEvent = (event: RecordedEvent): event is RecordedEvent<JobEvent> & RecordedEvent =>
  event.stream.startsWith('job-');

/** Every job that was ever parked, folded from the log, which alone is sure to be available. */
const allJobs = async (eventStore: EventStore, signal: AbortSignal): Promise<Listed[]> => {
  const jobs = new Map<string, Listed>();
  for await (const { events } of eventStore.readAll({ categories: ['job'], signal })) {
    for (const event of events.filter(isJobEvent)) {
      const id = idOfStream(event.stream);
      const job = evolve(jobs.get(id) ?? initialState, event);
      if (job) jobs.set(id, { ...job, id, since: event.metadata.occurredAt });
    }
  }
  signal.throwIfAborted();
  return [...jobs.values()];
};

export const listParked: Handler = ({ options, terminal, signal }) =>
  withLog(async (eventStore) => {
    const jobs = await allJobs(eventStore, signal);
    const waiting = jobs.filter(({ state }) => state === 'parked');
    const shown = options.all ? jobs : waiting;
    const rows = shown.map(({ id, state, since, reason }) => [id, state, since, reason]);
    const heading = ['job', 'state', 'since', 'reason'];
    const text = shown.length > 0 ? `${table(heading, rows)}\n` : '';
    terminal.result(shown, `${text}${counted(waiting.length, 'job is waiting', 'jobs are waiting')}.`);
    return waiting.length > 0 ? exitCodes.attention : exitCodes.done;
  });

export const showParked: Handler = ({ arguments: { job: id = '' }, terminal }) =>
  withLog(async (eventStore) => {
    const { events } = await eventStore.readStream<JobEvent>(`job-${id}`);
    const job = events.reduce<ParkedJob | undefined>(evolve, initialState);
    if (!job) throw new NotDone(`There is no parked job "${id}".`);
    const steps = events.map(({ type, metadata: { occurredAt, actor, reason } }) => ({
      type,
      occurredAt,
      by: `${actor.role} ${actor.id}`,
      reason: reason ?? null,
    }));
    const lines = steps.map(
      ({ type, occurredAt, by, reason }) =>
        `${occurredAt}  ${type} by ${by}${reason === null ? '' : `, because "${reason}"`}`,
    );
    const { state, kind, subject, reason } = job;
    terminal.result(
      { id, ...job, steps },
      [`${id}: ${state}`, `${kind}, about ${subject}`, reason, '', ...lines].join('\n'),
    );
    return exitCodes.done;
  });
