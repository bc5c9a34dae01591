import type { ReadRebuilt } from '../../shared/process-state/rebuild-state.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { moneyState } from '../process-state/money-state.js';
import { isToBeSubmitted } from '../steps/step.js';
import { pairsToAccept } from './requests.js';
import { knownStrangers } from './strangers.js';

/**
 * A restored older log may have lost fences and then take sent transfers for unsent. They are looked for at the
 * broker, and those found are recorded. The others are put in doubt and never sent. Reconciliation recovers
 * everything else that was lost.
 * @throws BrokerError, EventStoreError: then nothing is known, and nothing may be sent
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
  const rebuilt = {
    jobsAmong: (ids: readonly string[]) => read((sql) => moneyState.queries.jobsAmong(sql, ids)),
  };
  // The broker may still be about to execute what was last sent under the replaced log.
  if (people.length > 0) await pause(settings.timeout + settings.doubt, signal);
  signal.throwIfAborted();
  for (const { userId } of people) {
    const loaded = await desk.read(userId);
    const { brokerAccountId } = loaded.state;
    if (brokerAccountId === undefined) continue;
    const list = await broker.transfers.list(brokerAccountId, signal);
    const strangers = await knownStrangers(rebuilt, list);
    const shown = list.filter(({ id }) => !strangers.has(id));
    const unsent = [...loaded.state.transfers.values()].filter(isToBeSubmitted);
    for (const [ours, { id: brokerTransferId, status }] of pairsToAccept(loaded, unsent, shown)) {
      const { id: transferId } = ours;
      log.warn(
        { userId, transferId, brokerTransferId },
        'the broker has a transfer whose sending the restored log had lost',
      );
      const found = { transferId, brokerTransferId, status, listed: true } as const;
      await desk.tell(userId, { type: 'RecordTransferAccepted', ...found });
    }
    for (const { id: transferId } of unsent) await desk.tell(userId, { type: 'DoubtTransfer', transferId });
  }
  await store.forgetReconciled();
};
