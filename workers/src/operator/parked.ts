import { randomUUID } from 'node:crypto';
import { idOfStream, type JobEvent, streamOf } from '@groundswell/contracts';
import { connectEventStore, type EventStore, type RecordedEvent } from '@groundswell/platform/event-store';
import { exitCodes, type Handler, type Invocation, NotDone, table, textOf, WrongUsage } from '@groundswell/platform/operator';
import { evolveJob, initialJob, type ParkedJob } from '../shared/jobs/decider.js';
import { type JobContext, tellJob } from '../shared/jobs/jobs.js';
import { readLogConfig } from './config.js';

interface ListedJob extends ParkedJob {
  readonly id: string;
  /** When it last changed. */
  readonly since: string;
}

const withStore = async <T>(work: (eventStore: EventStore) => Promise<T>): Promise<T> => {
  const eventStore = connectEventStore({ url: readLogConfig().EVENTSTORE_URL });
  try {
    return await work(eventStore);
  } finally {
    await eventStore.dispose();
  }
};

/** All jobs that were ever parked, folded from the log itself: right also while the read models are behind. */
const jobsOf = async (eventStore: EventStore): Promise<ListedJob[]> => {
  const jobs = new Map<string, ListedJob>();
  for await (const { events } of eventStore.readAll({ categories: ['job'] })) {
    for (const event of events as readonly RecordedEvent<JobEvent>[]) {
      const id = idOfStream(event.stream);
      const after = evolveJob(jobs.get(id) ?? initialJob, event);
      if (after) jobs.set(id, { ...after, id, since: event.recordedAt.toISOString() });
    }
  }
  return [...jobs.values()];
};

export const list: Handler = ({ terminal, options }) =>
  withStore(async (eventStore) => {
    const jobs = await jobsOf(eventStore);
    const waiting = jobs.filter(({ state }) => state === 'parked');
    const shown = options.all ? jobs : waiting;
    const heading = ['id', 'kind', 'about', 'state', 'since', 'reason'];
    const rows = shown.map(({ id, kind, subject, state, since, reason }) => [id, kind, subject, state, since, reason]);
    terminal.result({ jobs: shown }, rows.length > 0 ? table(heading, rows) : 'No job is parked.');
    return waiting.length > 0 ? exitCodes.attention : exitCodes.done;
  });

export const show: Handler = (invocation) =>
  withStore(async (eventStore) => {
    const id = invocation.arguments.id ?? '';
    const { events } = await eventStore.readStream<JobEvent>(streamOf('job', id));
    const job = events.reduce<ParkedJob | undefined>(evolveJob, initialJob);
    if (!job) throw new NotDone(`No job "${id}" was ever parked.`);
    const history = events.map(({ type, recordedAt, metadata, data }) => [
      recordedAt.toISOString(),
      type,
      `${metadata.actor.role} ${metadata.actor.id}`,
      ('reason' in data ? data.reason : metadata.reason) ?? '',
    ]);
    invocation.terminal.result(
      { id, ...job, events },
      `${job.kind} of ${job.subject} is ${job.state}\n\n${table(['when', 'what', 'who', 'why'], history)}`,
    );
    return exitCodes.done;
  });

const contextOf = (invocation: Invocation): JobContext => ({
  commandId: randomUUID(),
  actor: { id: 'operator', role: 'operator' },
  occurredAt: new Date().toISOString(),
  reason: textOf(invocation, 'reason'),
});

const decide = (invocation: Invocation, type: 'RetryJob' | 'DropJob', said: string) =>
  withStore(async (eventStore) => {
    const id = invocation.arguments.id ?? '';
    if (!(await tellJob(eventStore, id, { type }, contextOf(invocation)))) {
      throw new NotDone(`Job "${id}" is not parked: there is nothing to decide.`);
    }
    invocation.terminal.result({ id, done: type }, `${id} ${said}`);
    return exitCodes.done;
  });

export const retry: Handler = (invocation) => decide(invocation, 'RetryJob', 'runs again');

export const drop: Handler = (invocation) => {
  if (!textOf(invocation, 'reason')) {
    throw new WrongUsage('parked drop needs --reason=<text>: whoever reads the log will ask');
  }
  return decide(invocation, 'DropJob', 'is dropped');
};
