import { centsOf, moneyOf, type TradingAccountEvent } from '@groundswell/contracts';
import type { TradingAccount, Transfer } from '@groundswell/domain/money';
import type { MoneyInstance } from './instance.js';
import { type HeldTransfer, type Person, readAccount } from './person.js';
import { strangersAmount } from './plan.js';
import { type HeldAccount, obstacleInView } from './view.js';

/** What one look found of a person. */
export interface Look {
  /** Accepted once at most: how many were found beyond that. */
  readonly duplicates: number;
  /** Accepted, and nowhere. */
  readonly losses: number;
  /** Refused by the broker in words that say nothing. */
  readonly refusals: number;
  /** What else is not as it has to be, in words; the first one. */
  readonly obstacle: string | undefined;
}

export interface BrokerSide {
  readonly transfers: readonly HeldTransfer[];
  /** By the broker's id of the account. */
  readonly accounts: ReadonlyMap<string, HeldAccount>;
}

export const readBroker = async (instance: MoneyInstance): Promise<BrokerSide> => {
  const accounts = (await instance.admin('GET', '/accounts')) as ({ id: string } & HeldAccount)[];
  return {
    transfers: (await instance.admin('GET', '/transfers')) as HeldTransfer[],
    accounts: new Map(accounts.map((account) => [account.id, account])),
  };
};

const ended = new Set(['available', 'refused', 'canceled', 'returned']);
export const comparable = (cash = '0'): string => moneyOf(centsOf(cash));

/** The same by what it is: amount and direction, in the words of the instance. */
const kindOf = ({ direction, amount }: { direction: string; amount: string }): string =>
  `${direction.toLowerCase()} ${comparable(amount)}`;

/** Transfers that the broker refused in words that say nothing: those of the fault `422`. */
const flatlyRefused = (events: readonly TradingAccountEvent[]): string[] =>
  events.flatMap(({ type, data }) =>
    type === 'TransferRefused' && data.code === 'TransferRefused' ? [data.transferId] : [],
  );

/** What is wrong with the end of a transfer that was taken. */
const wrongEnd = (
  { wasReturned, mayBeRefused }: Person,
  { id, direction, status, submitting }: Transfer,
  events: readonly TradingAccountEvent[],
): string | undefined => {
  if (submitting || !ended.has(status)) return `transfer ${id} is ${submitting ? 'being submitted' : status}`;
  if (status === 'available') return undefined;
  const isUnexplained = events.some(
    ({ type, data }) => type === 'TransferReturned' && data.transferId === id && data.reason === null,
  );
  if (isUnexplained) return `transfer ${id} was returned, and nobody is told why`;
  const isDecided = events.some(
    ({ type, data }) => type === 'TransferDecisionConfirmed.v2' && data.transferId === id,
  );
  const isExplained =
    (isDecided && status === 'refused') ||
    (wasReturned && (status === 'returned' || (status === 'refused' && direction === 'outgoing'))) ||
    (mayBeRefused && status === 'refused' && flatlyRefused(events).includes(id));
  return isExplained ? undefined : `transfer ${id} is ${status}, and nothing explains it`;
};

const obstacleInLog = (
  person: Person,
  { transfers, difference }: TradingAccount,
  events: readonly TradingAccountEvent[],
): string | undefined => {
  const asked = new Set(person.taken.map(({ id }) => id));
  for (const transfer of transfers.values()) {
    if (!asked.has(transfer.id)) return `the log has a transfer that nobody was told of: ${transfer.id}`;
    const wrong = wrongEnd(person, transfer, events);
    if (wrong) return wrong;
  }
  return difference && `ledger and broker are said to differ: ${JSON.stringify(difference)}`;
};

const obstacleAtBroker = (
  person: Person,
  account: TradingAccount,
  held: readonly HeldTransfer[],
): string | undefined => {
  const byId = new Map(held.map((transfer) => [transfer.id, transfer]));
  for (const { id, direction, amount } of person.taken) {
    const transfer = account.transfers.get(id);
    const made = byId.get(transfer?.brokerTransferId ?? '');
    if (transfer?.status === 'refused') continue;
    if (!made) return `transfer ${id} is not at the broker`;
    if (kindOf(made) !== kindOf({ direction, amount })) return `transfer ${id} is another one at the broker`;
    const returned = made.status === 'RETURNED';
    if (returned !== (transfer?.status === 'returned'))
      return `transfer ${id} is ${made.status} at the broker and ${transfer?.status} here`;
  }
  return undefined;
};

/** Whether it was made at the broker, outside this instance. */
const isStrangers = ({ amount }: HeldTransfer): boolean => comparable(amount) === strangersAmount;

/** What was made outside this instance is right and stays, or was sent back. */
const obstacleInStrangers = (
  { strangerStays }: Person,
  strangers: readonly HeldTransfer[],
): string | undefined => {
  const open = strangers.find(({ status }) => (status === 'COMPLETE') !== strangerStays);
  return open && `a deposit that nobody here asked for is ${open.status}: ${open.id}`;
};

/** Compares what a person was told with the log, the broker and the read models. */
export const lookAt = async (instance: MoneyInstance, person: Person, broker: BrokerSide): Promise<Look> => {
  const { state, events } = await readAccount(instance, person.id);
  const all = broker.transfers.filter(({ account_id }) => account_id === state.brokerAccountId);
  const held = all.filter((transfer) => !isStrangers(transfer));
  const requested = events.flatMap(({ type, data }) =>
    type === 'TransferRequested' ? [data.transferId] : [],
  );
  const known = [...state.transfers.values()].flatMap(({ brokerTransferId }) => brokerTransferId ?? []);
  const losses = person.taken.filter(({ id }) => {
    const transfer = state.transfers.get(id);
    const isHeld = held.some((made) => made.id === transfer?.brokerTransferId);
    return !transfer || (transfer.status !== 'refused' && !isHeld);
  }).length;
  const strangers = held.filter(({ id }) => !known.includes(id)).length;
  const twice = known.length - new Set(known).size + requested.length - new Set(requested).size;
  return {
    duplicates: strangers + twice,
    losses,
    refusals: flatlyRefused(events).length,
    obstacle:
      obstacleInLog(person, state, events) ??
      obstacleAtBroker(person, state, held) ??
      (strangers + twice + losses > 0 ? `${strangers + twice} too many, ${losses} too few` : undefined) ??
      obstacleInStrangers(person, all.filter(isStrangers)) ??
      (await obstacleInView(instance, person, state, broker.accounts.get(state.brokerAccountId ?? ''))),
  };
};
