import type { BrokerError } from '@groundswell/broker';
import { idOfStream } from '@groundswell/contracts';
import { isUnderWay, type TradingAccount } from '@groundswell/domain/money';
import type { EventStore } from '@groundswell/platform/event-store';
import { loadAccount } from '../../shared/accounts.js';
import { readJob } from '../../shared/jobs.js';
import { answerOf } from './failure.js';
import { type Step, stepOfId } from './step.js';

const refusalOfRemoval = 'The broker refuses to end this link';

/** The reason to park a removal that the broker refused. Only this reason lets an operator drop it. */
export const removalRefused = (fault: BrokerError): string => {
  const answer = answerOf(fault);
  return `${refusalOfRemoval}${answer && ` (${answer})`}. Ask the broker why. If you drop this job, the link counts as removed here.`;
};

/**
 * Why a step may not be given up permanently; undefined when it may. While a transfer may be at the broker,
 * its outcome has to be found out; and a link stays at the broker unless someone removes it there, except
 * where the broker refuses to.
 * @param parkedFor the reason that its job was parked for
 */
export const obstacleToDrop = (
  { kind, entityId }: Step,
  account: TradingAccount,
  parkedFor: string,
): string | undefined => {
  if (kind === 'remove-bank-link' && !parkedFor.startsWith(refusalOfRemoval)) {
    return 'You can’t drop the removal of a link: the link would stay at the broker. Retry the job.';
  }
  if (kind === 'submit-transfer' && account.transfers.get(entityId)?.submitting) {
    return 'The broker may have this transfer. Ask the broker, then run `transfer adopt` or `transfer resolve`.';
  }
  return undefined;
};

/** The job of a transfer that the broker does not show. */
const missingTransfer = /^find-transfer\.(.+)$/;

/** The job of a person who cannot be compared with the broker. */
const failingComparison = 'compare-account.';

/** Why a parked job may not be dropped, given the log; undefined when it may, or is not about money. */
export const obstacleOf = async (
  eventStore: Pick<EventStore, 'readStream'>,
  jobId: string,
): Promise<string | undefined> => {
  if (jobId.startsWith(failingComparison))
    return 'You can’t drop this job: no one would know that this person isn’t compared. It ends once they can be compared.';
  const [step, missing] = [stepOfId(jobId), missingTransfer.exec(jobId)?.[1]];
  const job = step || missing ? await readJob(eventStore, jobId) : undefined;
  if (!job) return undefined;
  const { state } = await loadAccount(eventStore, idOfStream(job.subject));
  if (step) return obstacleToDrop(step, state, job.reason);
  const transfer = state.transfers.get(missing ?? '');
  return transfer && isUnderWay(transfer)
    ? 'You can’t drop this job: the transfer would stay pending, and the person’s cash wouldn’t be compared. Ask the broker, then run `transfer resolve`.'
    : undefined;
};
