import { setTimeout as pause } from 'node:timers/promises';
import { type Transfer as MadeTransfer, matchesOf } from '@groundswell/broker';
import { moneyOf } from '@groundswell/contracts';
import type { Transfer } from '@groundswell/money';
import type { ReadRebuilt } from '../../shared/book/rebuild-book.js';
import type { AccountDesk, LoadedAccount } from '../account-desk.js';
import { forgetCompared } from '../comparing/compared.js';
import type { MoneySurroundings } from '../surroundings.js';
import { likeliestOf } from './likeliest.js';

/** Transfers without a place at the broker, as far as the log knows. */
const isUnsent = ({ status, brokerTransferId }: Transfer): boolean =>
  status === 'requested' && brokerTransferId === undefined;

const requestedAt = ({ events }: LoadedAccount, transferId: string): Date => {
  const request = events.find(
    ({ type, data }) => type === 'TransferRequested' && data.transferId === transferId,
  );
  if (!request) throw new Error(`no request of transfer ${transferId}`);
  return new Date(request.metadata.occurredAt);
};

/** Which of the broker's transfers is which of ours. */
const pairsOf = (loaded: LoadedAccount, list: readonly MadeTransfer[]): [Transfer, MadeTransfer][] => {
  const { transfers, bankLinks } = loaded.state;
  const all = [...transfers.values()];
  const accounted = new Set(all.flatMap(({ brokerTransferId }) => brokerTransferId ?? []));
  return all.filter(isUnsent).flatMap((transfer): [Transfer, MadeTransfer][] => {
    const relationshipId = bankLinks.get(transfer.bankLinkId)?.relationshipId;
    if (relationshipId === undefined) return [];
    const attempt = {
      relationshipId,
      direction: transfer.direction === 'incoming' ? ('INCOMING' as const) : ('OUTGOING' as const),
      amount: moneyOf(transfer.amount),
      sentAt: requestedAt(loaded, transfer.id),
    };
    const made = likeliestOf(matchesOf(attempt, list, accounted));
    if (!made) return [];
    accounted.add(made.id);
    return [[transfer, made]];
  });
};

/**
 * An older log takes transfers for not sent yet whose fences it has lost. They are looked for at the broker before
 * anything is sent again, and what it has is written down; whatever else was lost, comparing with the broker brings back.
 * @throws BrokerError, EventStoreError: then nobody knows, and nothing may be sent
 */
export const findSentBeforeRestore = async (
  { broker, database, log, settings }: MoneySurroundings,
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
  if (people.length > 0) await pause(settings.timeout + settings.doubt, undefined, { signal });
  for (const { userId } of people) {
    const loaded = await desk.read(userId);
    const { brokerAccountId } = loaded.state;
    if (brokerAccountId === undefined) continue;
    const list = await broker.transfers.list(brokerAccountId, signal);
    for (const [{ id: transferId }, { id: brokerTransferId, status }] of pairsOf(loaded, list)) {
      log.warn({ userId, transferId, brokerTransferId }, 'a transfer was sent, which the log had lost');
      await desk.tell(userId, { type: 'RecordTransferAccepted', transferId, brokerTransferId, status });
    }
  }
  await forgetCompared(database);
};
