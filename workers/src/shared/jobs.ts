import { type Actor, isRefusal, type JobEvent, streamOf } from '@groundswell/contracts';
import { decide, evolve, initialState, type JobCommand, type ParkedJob } from '@groundswell/domain/job';
import type { Pausing } from '@groundswell/platform';
import { dispatch, type EventStore, load } from '@groundswell/platform/event-store';

/** Who changes a job, and when. */
export interface JobContext {
  readonly commandId: string;
  readonly actor: Actor;
  readonly occurredAt: string;
  readonly reason?: string | undefined;
}

const folding = { initialState, evolve };

/** The state of a job according to the log; undefined when it was never parked. */
export const readJob = async (
  eventStore: Pick<EventStore, 'readStream'>,
  jobId: string,
): Promise<ParkedJob | undefined> =>
  (await load<ParkedJob | undefined, JobEvent>(eventStore, streamOf('job', jobId), folding)).state;

/** Executes a command on a job; false when there was nothing to do. @throws EventStoreError */
export const tellJob = async (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  jobId: string,
  command: JobCommand,
  context: JobContext,
  pausing: Pausing = {},
): Promise<boolean> => {
  // A job that was never parked has no stream. Only parking creates one.
  if (command.type !== 'ParkJob' && (await readJob(eventStore, jobId)) === undefined) return false;
  const done = await dispatch<ParkedJob | undefined, JobEvent>(
    eventStore,
    {
      stream: streamOf('job', jobId),
      folding,
      decide: (job) => decide(command, job),
      context: { ...context, correlationId: context.commandId },
    },
    undefined,
    pausing,
  );
  return !isRefusal(done) && done.changed;
};
