import { idOfStream, type JobEvent, streamOf } from '@groundswell/contracts';
import { evolve, explainTransfer, type ParkedJob } from '@groundswell/domain/job';
import type { EventStore, RecordedEvent } from '@groundswell/platform/event-store';

/** A person's transfers at the broker that were not requested here. */
export interface UnexplainedTransfers {
  /** Ids of their jobs that no one has answered. */
  readonly waiting: readonly string[];
  /** When operators last left one there: its money may still arrive, or be returned. */
  readonly lastLeft: Date | undefined;
}

const isOfJob = (event: RecordedEvent): event is RecordedEvent<JobEvent> & RecordedEvent =>
  event.stream.startsWith('job-');

/** Reads all jobs: the log alone has them for sure. @throws EventStoreError */
export const unexplainedTransfersOf = async (
  eventStore: Pick<EventStore, 'readAll'>,
  personId: string,
): Promise<UnexplainedTransfers> => {
  const subject = streamOf('tradingAccount', personId);
  const jobs = new Map<string, ParkedJob>();
  let lastLeft: Date | undefined;
  for await (const { events } of eventStore.readAll({ categories: ['job'] }))
    for (const event of events.filter(isOfJob)) {
      const id = idOfStream(event.stream);
      const job = evolve(jobs.get(id), event);
      if (job?.subject !== subject || job.kind !== explainTransfer) continue;
      jobs.set(id, job);
      if (job.state === 'dropped') lastLeft = new Date(event.metadata.occurredAt);
    }
  const isWaiting = ([, { state }]: [string, ParkedJob]) => state === 'parked' || state === 'retried';
  return { waiting: [...jobs].filter(isWaiting).map(([id]) => id), lastLeft };
};
