import { randomUUID } from 'node:crypto';
import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { streamOf } from '@groundswell/contracts';
import { isUnderWay } from '@groundswell/money';
import { readJob, tellJob } from '../../shared/jobs/jobs.js';
import type { LoadedAccount } from '../account-desk.js';
import { moneyBook } from '../book/money-book.js';
import { jobActor } from '../steps/set-back.js';
import type { MoneySurroundings } from '../surroundings.js';

const jobPrefix = 'find-transfer.';

/** A transfer that is under way here, and that the broker took and does not show. */
export interface MissingTransfer {
  readonly transferId: string;
  readonly brokerTransferId: string;
}

/**
 * Transfers under way that a list of the broker, read after the account, does not show. What it took just now is passed over:
 * the list may not have it yet. Without them the cash is never compared, and nothing else tells of them.
 */
export const missingIn = (
  { state, events }: LoadedAccount,
  list: readonly MadeTransfer[],
  takenBefore: Date,
): MissingTransfer[] => {
  const shown = new Set(list.map(({ id }) => id));
  const isTakenBefore = (transferId: string): boolean =>
    events.some(
      ({ type, data, metadata }) =>
        type === 'TransferAccepted' &&
        data.transferId === transferId &&
        new Date(metadata.occurredAt) < takenBefore,
    );
  return [...state.transfers.values()].flatMap((transfer) => {
    const { id: transferId, brokerTransferId } = transfer;
    const isMissing = brokerTransferId !== undefined && isUnderWay(transfer) && !shown.has(brokerTransferId);
    return isMissing && isTakenBefore(transferId) ? [{ transferId, brokerTransferId }] : [];
  });
};

/**
 * Parks a job for each transfer of a person that is missing, and ends those of transfers that are missing no more. What an
 * operator has dropped stays dropped. @throws EventStoreError
 */
export const noteMissing = async (
  { eventStore, database, log, now }: MoneySurroundings,
  userId: string,
  missing: readonly MissingTransfer[],
): Promise<void> => {
  const context = () => ({ commandId: randomUUID(), actor: jobActor, occurredAt: now().toISOString() });
  const open = new Set(missing.map(({ transferId }) => jobPrefix + transferId));
  for (const { id, state } of await moneyBook.queries.jobsOf(database, userId)) {
    if (id.startsWith(jobPrefix) && state !== 'dropped' && !open.has(id))
      await tellJob(eventStore, id, { type: 'FinishJob' }, context());
  }
  for (const { transferId, brokerTransferId } of missing) {
    const jobId = jobPrefix + transferId;
    if ((await readJob(eventStore, jobId))?.state === 'dropped') continue;
    const reason = `The broker took this transfer as ${brokerTransferId}, and does not show it any more. Ask the broker what became of it.`;
    const subject = streamOf('tradingAccount', userId);
    const parking = { type: 'ParkJob', jobId, kind: 'find transfer', subject, reason } as const;
    if (await tellJob(eventStore, jobId, parking, context()))
      log.error({ userId, transferId, brokerTransferId }, 'the broker does not show a transfer that it took');
  }
};
