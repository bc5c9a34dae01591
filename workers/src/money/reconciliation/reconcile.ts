import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isUnderWay, statusOfTransfer, type TradingAccount } from '@groundswell/domain/money';
import { type AccountDesk, eventsOf } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { knownStrangers } from '../transfers/strangers.js';
import { keepWordsOf } from '../words/keep-words.js';
import { adoptStrangers } from './adopt.js';
import type { Discrepancy } from './discrepancies.js';
import { missingIn } from './missing.js';
import { reportsOfAccount, reportsOfLinks, reportsOfTransfers } from './reports.js';
import type { SecondLook } from './second-look.js';
import { strangersIn } from './strangers.js';

/**
 * Whether none of a person's money is moving, here or at the broker, and both agree on every transfer. A
 * waiting bank link moves none.
 */
const isAtRest = (account: TradingAccount, list: readonly MadeTransfer[]): boolean => {
  if ([...account.transfers.values()].some((transfer) => transfer.submitting || isUnderWay(transfer)))
    return false;
  const isMoving = list.some(({ status }) => {
    const ours = statusOfTransfer(status);
    return ours === undefined || isUnderWay({ status: ours });
  });
  return !isMoving && eventsOf(account, reportsOfTransfers(account, list)).length === 0;
};

/** Truncates cash to whole cents. Fractions of a cent that the broker keeps belong to no one yet. */
const wholeCents = (cash: string): string => cash.replace(/(\.\d{2})\d+$/, '$1');

/**
 * Compares the cash, once nothing is moving. The account is read before the broker's cash, and its transfers
 * after it: what happened in between shows in the transfers, and what happened later moves the revision. A
 * difference is reported once two comparisons in a row have found it.
 * @returns the position of the log that was compared; undefined when it was too early, or a second comparison
 * is due
 */
const compareCash = async (
  { broker, log }: MoneyDependencies,
  desk: AccountDesk,
  looks: SecondLook,
  userId: string,
  signal: AbortSignal,
): Promise<bigint | undefined> => {
  const { state, revision, events } = await desk.read(userId);
  const { brokerAccountId } = state;
  if (brokerAccountId === undefined || revision === 'no_stream' || !isAtRest(state, [])) return undefined;
  const { cash } = await broker.accounts.trading(brokerAccountId, signal);
  const list = await broker.transfers.list(brokerAccountId, signal);
  if (!isAtRest(state, list)) return undefined;
  const report = { type: 'ReportCash', brokerCash: wholeCents(cash) } as const;
  const differs = eventsOf(state, [report]).some(({ type }) => type === 'CashDifferenceFound');
  const finding = `${report.brokerCash} ${state.cash}`;
  const isConfirmed = looks.confirmed(userId, differs ? [finding] : []).has(finding);
  if (differs && !isConfirmed) return undefined;
  const isNews = await desk.report(userId, () => [report], { revision });
  if (isNews && differs) log.error({ userId }, 'the cash of an account differs from the broker’s');
  return events.at(-1)?.position.commit;
};

interface Compared {
  /** Transfers the broker accepted but did not show this time. */
  readonly missing: readonly Discrepancy[];
  /** Unknown transfers at the broker; undefined while that cannot be determined. */
  readonly strangers: readonly Discrepancy[] | undefined;
}

/**
 * Reads everything about a person from the broker and writes down what is new, such as whatever its messages
 * left out.
 * @throws BrokerError, EventStoreError
 */
export const reconcileWithBroker = async (
  dependencies: MoneyDependencies,
  desk: AccountDesk,
  looks: SecondLook,
  userId: string,
  signal: AbortSignal,
): Promise<Compared> => {
  const { broker, store, now, settings } = dependencies;
  const loaded = await desk.read(userId);
  const { state } = loaded;
  const { brokerAccountId: accountId } = state;
  if (accountId === undefined) return { missing: [], strangers: [] };
  const readAt = now();
  const account = await broker.accounts.get(accountId, signal);
  const links = state.bankLinks.size > 0 ? await broker.bankLinks.list(accountId, signal) : [];
  const transfers = await broker.transfers.list(accountId, signal);
  await adoptStrangers(dependencies, desk, userId, transfers);
  await keepWordsOf(dependencies, userId, state, reportsOfTransfers(state, transfers));
  await desk.report(userId, (present) => [
    ...reportsOfAccount(present, account),
    ...reportsOfLinks(present, links, account.asOf),
    ...reportsOfTransfers(present, transfers),
  ]);
  const noted = await knownStrangers(dependencies, userId);
  const strangers = strangersIn(await desk.read(userId), transfers, noted);
  const position = await compareCash(dependencies, desk, looks, userId, signal);
  await store.noteReconciled(userId, readAt, position);
  const takenBefore = new Date(readAt.getTime() - settings.timeout - settings.doubt);
  return { missing: missingIn(loaded, transfers, takenBefore), strangers };
};
