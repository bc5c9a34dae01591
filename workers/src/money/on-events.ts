import { idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { JobQueue } from '@groundswell/platform/queue';
import { handleFundingMessages, type MessageHandling } from './broker-listener/listen.js';
import { openedStep } from './process-state/opened-step.js';
import type { SideWork } from './side-work.js';
import { enqueue, type MoneyJob } from './steps/job-queue.js';
import type { Step } from './steps/step.js';

/** Works on the person whose step an event has opened. */
export type TakeUp = (userId: string, step: Step) => void;

/** Reactions to events of the log. */
export interface OnEvents {
  /** Called for each event as soon as it was read. */
  onNews(event: RecordedEvent): void;
  /** Called for events that the process state includes. */
  onNoted(events: readonly RecordedEvent[]): void;
}

/** The broker's id of an accepted application, link or transfer. */
const brokerIdIn = ({ type, data }: RecordedEvent): string | undefined => {
  if (type === 'ApplicationAccepted.v2') return data.brokerAccountId;
  if (type === 'BankLinkAccepted') return data.relationshipId;
  return type === 'TransferAccepted' ? data.brokerTransferId : undefined;
};

/**
 * Handles the broker's early messages about something the log has just learned of; what fails is found by
 * reconciliation.
 */
const handleAgain = async (
  handling: MessageHandling,
  userId: string,
  brokerId: string,
  signal: AbortSignal,
): Promise<void> => {
  const said = handling.early.take(brokerId);
  if (!said) return;
  const accountId = said[0]?.accountId;
  if (accountId === undefined) return handling.compare(userId);
  try {
    await handleFundingMessages(handling, [accountId, said], signal);
  } catch (fault) {
    handling.compare(userId);
    throw fault;
  }
};

/**
 * Starts the steps that events make due, carries out operators' decisions, and handles messages that came too
 * early.
 */
export const openOnEvents = (
  handling: MessageHandling,
  queue: JobQueue<MoneyJob>,
  takeUp: TakeUp,
  sideWork: SideWork,
  signal: AbortSignal,
): OnEvents => {
  const { store, accounts } = handling.dependencies;
  const resume = async (jobId: string): Promise<void> => {
    const userId = await store.personOfJob(jobId);
    if (userId !== undefined) await enqueue(queue, [{ userId, stepId: jobId }]);
  };
  return {
    onNews(event) {
      accounts.learn(event);
      const step = event.stream.startsWith('job-') ? undefined : openedStep(event);
      if (step) takeUp(idOfStream(event.stream), step);
    },
    onNoted(events) {
      for (const event of events) {
        const id = idOfStream(event.stream);
        const brokerId = brokerIdIn(event);
        if (brokerId !== undefined)
          sideWork.begin('messages that came early', () => handleAgain(handling, id, brokerId, signal));
        const isDecision = event.type === 'JobRetried' || event.type === 'JobDropped';
        if (isDecision) sideWork.begin('taking a job up', () => resume(id));
      }
    },
  };
};
