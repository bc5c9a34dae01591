import { isUnderWay, type TradingAccount } from '@groundswell/domain/money';
import { type BrokerSide, comparable } from './check.js';
import type { MoneyInstance } from './instance.js';
import { allJobs, isParked } from './operators.js';
import type { HeldTransfer, Person } from './person.js';

/** Statuses at the broker in which a transfer has moved nothing, and will not. */
const isVoid = ({ status }: HeldTransfer): boolean => ['REJECTED', 'CANCELED', 'RETURNED'].includes(status);

/**
 * Differences between bank and ledger that no one was asked to look into: each one that stays needs an open
 * job, or a report to operators as a difference of cash.
 * @param parked ids of all open jobs
 * @returns the first unreported one, and the number of reported ones
 */
export const differencesOf = (
  account: TradingAccount,
  broker: BrokerSide,
  parked: ReadonlySet<string>,
): { readonly untold: string | undefined; readonly told: readonly string[] } => {
  const told: string[] = [];
  const ours = [...account.transfers.values()];
  const open = ours.filter((transfer) => transfer.submitting || isUnderWay(transfer));
  // The next one waits until the outcome of the previous one is known: its job covers both.
  const isAnyInDoubt = open.some(({ submitting }) => submitting);
  const begun = open.filter(
    ({ submitting, brokerTransferId }) => !isAnyInDoubt || submitting || brokerTransferId !== undefined,
  );
  for (const { id, status } of begun) {
    const job = `submit-transfer.${id}`;
    if (!parked.has(job)) return { untold: `transfer ${id} is ${status}, and no job says so`, told };
    told.push(job);
  }
  const known = new Set(ours.map(({ brokerTransferId }) => brokerTransferId));
  const strangers = broker.transfers.filter(
    (held) => held.account_id === account.brokerAccountId && !known.has(held.id) && !isVoid(held),
  );
  // While the outcome of one of ours is in doubt, any of them may be that one: its job covers both.
  if (open.length > 0) return { untold: undefined, told };
  for (const { id } of strangers) {
    const job = `explain-transfer.${id}`;
    if (!parked.has(job)) return { untold: `the broker has ${id}, and no job says so`, told };
    told.push(job);
  }
  const held = comparable(broker.accounts.get(account.brokerAccountId ?? '')?.cash);
  const differs = centsDiffer(held, account);
  if (differs && strangers.length === 0 && !account.difference)
    return { untold: `the broker has ${held}, and nobody is told that the ledger differs`, told };
  return { untold: undefined, told };
};

const centsDiffer = (held: string, { cash }: TradingAccount): boolean =>
  BigInt(held.replace('.', '')) !== cash;

/** Finds a difference of these people that was not reported. */
export const lookForUntold = async (
  instance: MoneyInstance,
  people: readonly Person[],
  readBroker: () => Promise<BrokerSide>,
): Promise<{ readonly untold: string | undefined; readonly told: readonly string[] }> => {
  const parked = new Set((await allJobs(instance)).filter(isParked).map(({ id }) => id));
  const broker = await readBroker();
  const found = await Promise.all(
    people.map(async (person) => ({ person, ...differencesOf(await person.account(), broker, parked) })),
  );
  const untold = found.find((one) => one.untold !== undefined);
  return {
    untold: untold && `${untold.person.id}: ${untold.untold}`,
    told: found.flatMap((one) => one.told),
  };
};
