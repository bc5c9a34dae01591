import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isUnderWay, statusOfTransfer, type TradingAccount } from '@groundswell/domain/money';
import { type AccountDesk, eventsOf } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { isLate } from './late.js';
import { reportsOfTransfers } from './reports.js';
import type { SecondLook } from './second-look.js';

/** Whether a transfer at the broker may change the cash soon. One that never ends must not end the comparing. */
const isMoving = ({ status, createdAt }: MadeTransfer, now: Date): boolean => {
  const ours = statusOfTransfer(status);
  return ours !== undefined && isUnderWay({ status: ours }) && !isLate(createdAt, now);
};

/**
 * Whether none of a person's money is moving, here or at the broker, and both agree on every transfer. A
 * waiting bank link moves none.
 */
const isAtRest = (account: TradingAccount, list: readonly MadeTransfer[], now: Date): boolean => {
  if ([...account.transfers.values()].some((transfer) => transfer.submitting || isUnderWay(transfer)))
    return false;
  return (
    !list.some((made) => isMoving(made, now)) &&
    eventsOf(account, reportsOfTransfers(account, list)).length === 0
  );
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
export const compareCash = async (
  { broker, log, now }: MoneyDependencies,
  desk: AccountDesk,
  looks: SecondLook,
  userId: string,
  signal: AbortSignal,
): Promise<bigint | undefined> => {
  const { state, revision, last } = await desk.read(userId);
  const { brokerAccountId } = state;
  const position = last?.position.commit;
  if (brokerAccountId === undefined || revision === 'no_stream') return undefined;
  // The broker opens its trading account, which has the cash, only then.
  if (!state.wasActive) return position;
  if (!isAtRest(state, [], now())) return undefined;
  const { cash } = await broker.accounts.trading(brokerAccountId, signal);
  const list = await broker.transfers.list(brokerAccountId, signal);
  if (!isAtRest(state, list, now())) return undefined;
  const report = { type: 'ReportCash', brokerCash: wholeCents(cash) } as const;
  const differs = eventsOf(state, [report]).some(({ type }) => type === 'CashDifferenceFound');
  const finding = `${report.brokerCash} ${state.cash}`;
  const isConfirmed = looks.confirmed(userId, differs ? [finding] : []).has(finding);
  if (differs && !isConfirmed) return undefined;
  const isNews = await desk.report(userId, () => [report], { revision });
  if (isNews && differs) log.error({ userId }, 'the cash of an account differs from the broker’s');
  return position;
};
