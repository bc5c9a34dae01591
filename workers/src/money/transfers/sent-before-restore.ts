import type { Transfer } from '@groundswell/domain/money';
import type { ReadRebuilt } from '../../shared/process-state/rebuild-state.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { pairsOf } from './requests.js';

/** Transfers without a place at the broker, as far as the log knows. */
const isUnsent = ({ status, brokerTransferId }: Transfer): boolean =>
  status === 'requested' && brokerTransferId === undefined;

/**
 * An older log takes transfers for not sent yet whose fences it has lost. They are looked for at the broker, and what it has
 * is written down. Of the others no one knows: they are in doubt from here on, and never sent. Whatever else was lost,
 * comparing with the broker brings back.
 * @throws BrokerError, EventStoreError: then no one knows, and nothing may be sent
 */
export const findSentBeforeRestore = async (
  { broker, store, log, settings, pause }: MoneyDependencies,
  desk: AccountDesk,
  read: ReadRebuilt,
  signal: AbortSignal,
): Promise<void> => {
  const people = await read((sql) =>
    sql.query<{ userId: string }>(
      `SELECT DISTINCT user_id AS "userId" FROM money_entity WHERE pending = 'submit-transfer'`,
    ),
  );
  // What was sent last over the log that is no more, the broker may still be about to carry out.
  if (people.length > 0) await pause(settings.timeout + settings.doubt, signal);
  signal.throwIfAborted();
  for (const { userId } of people) {
    const loaded = await desk.read(userId);
    const { brokerAccountId } = loaded.state;
    if (brokerAccountId === undefined) continue;
    const list = await broker.transfers.list(brokerAccountId, signal);
    const unsent = [...loaded.state.transfers.values()].filter(isUnsent);
    for (const [ours, { id: brokerTransferId, status }] of pairsOf(loaded, unsent, list)) {
      const { id: transferId } = ours;
      log.warn({ userId, transferId, brokerTransferId }, 'a transfer was sent, which the log had lost');
      await desk.tell(userId, { type: 'RecordTransferAccepted', transferId, brokerTransferId, status });
    }
    for (const { id: transferId } of unsent) await desk.tell(userId, { type: 'DoubtTransfer', transferId });
  }
  await store.forgetReconciled();
};
