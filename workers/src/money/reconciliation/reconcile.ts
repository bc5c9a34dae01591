import { BrokerError } from '@groundswell/broker';
import type { LoadedAccount } from '../../shared/accounts.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { finishSettled } from '../steps/finish.js';
import { historyOf } from '../steps/step-state.js';
import { knownStrangers } from '../transfers/strangers.js';
import { keepWordsOf } from '../words/keep-words.js';
import { adoptStrangers } from './adopt.js';
import { cancelLate } from './cancel-late.js';
import { compareCash } from './cash.js';
import { noteDiscrepancies } from './discrepancies.js';
import { lateIn, unopenedIn } from './late.js';
import { lookAgain } from './look-again.js';
import { missingIn } from './missing.js';
import { reportsOfAccount, reportsOfLinks, reportsOfTransfers } from './reports.js';
import type { SecondLook } from './second-look.js';
import { strangersIn } from './strangers.js';

/** What comparisons in a row have to find. */
interface Looks {
  readonly missing: SecondLook;
  readonly cash: SecondLook;
}

/** One comparison of a person who has an account at the broker. */
interface Comparing {
  readonly dependencies: MoneyDependencies;
  readonly desk: AccountDesk;
  readonly looks: Looks;
  readonly userId: string;
  readonly accountId: string;
  /** As it was before the broker was asked, and when that was. */
  readonly loaded: LoadedAccount;
  readonly readAt: Date;
  readonly signal: AbortSignal;
}

const compareAccount = async (comparing: Comparing): Promise<void> => {
  const { dependencies, desk, userId, accountId, loaded, readAt, signal } = comparing;
  const { accounts, bankLinks } = dependencies.broker;
  const account = await accounts.get(accountId, signal);
  await desk.report(userId, (present) => reportsOfAccount(present, account));
  const unopened = unopenedIn(userId, await desk.read(userId), readAt);
  await noteDiscrepancies(dependencies, userId, {
    kind: 'open account',
    told: unopened,
    open: unopened.map(({ id }) => id),
  });
  if (loaded.state.bankLinks.size === 0) return;
  const links = await bankLinks.list(accountId, signal);
  await desk.report(userId, (present) => reportsOfLinks(present, links, account.asOf));
};

/** Tells operators about transfers that only one side has, or that do not end. */
const compareTransfers = async (comparing: Comparing): Promise<void> => {
  const { dependencies, desk, looks, userId, accountId, loaded, readAt, signal } = comparing;
  const { broker, settings } = dependencies;
  const transfers = await broker.transfers.list(accountId, signal);
  await adoptStrangers(dependencies, desk, userId, transfers);
  await cancelLate(dependencies, await desk.read(userId), transfers, signal);
  await keepWordsOf(dependencies, userId, loaded.state, reportsOfTransfers(loaded.state, transfers));
  await desk.report(userId, (present) => reportsOfTransfers(present, transfers));
  const takenBefore = new Date(readAt.getTime() - settings.timeout - settings.doubt);
  const noted = await knownStrangers(dependencies.store, transfers);
  const present = await desk.read(userId);
  await lookAgain(
    dependencies,
    present,
    transfers.filter(({ id }) => !noted.has(id)),
  );
  const lost = [...missingIn(loaded, transfers, takenBefore), ...lateIn(present, transfers, readAt)];
  const lostIds = lost.map(({ id }) => id);
  const lostTwice = looks.missing.confirmed(userId, lostIds);
  await noteDiscrepancies(dependencies, userId, {
    kind: 'find transfer',
    told: lost.filter(({ id }) => lostTwice.has(id)),
    // What this process misses for the first time may have been reported by another one.
    open: lostIds,
  });
  const strangers = strangersIn(present, transfers, noted);
  if (!strangers) return;
  await noteDiscrepancies(dependencies, userId, {
    kind: 'explain transfer',
    told: strangers,
    open: strangers.map(({ id }) => id),
  });
};

/** What went wrong with a part, if the others can be compared even so. */
const faultOf = async (comparing: Comparing, part: Promise<void>): Promise<unknown> => {
  try {
    await part;
  } catch (fault) {
    comparing.signal.throwIfAborted();
    if (fault instanceof BrokerError && fault.kind !== 'limited') return fault;
    throw fault;
  }
  return undefined;
};

/**
 * Reads everything about a person from the broker and writes down what is new, such as whatever its messages
 * left out. Tells operators what only they can resolve.
 * @throws BrokerError, EventStoreError: after everything that could be compared was
 */
export const reconcileWithBroker = async (
  dependencies: MoneyDependencies,
  desk: AccountDesk,
  looks: Looks,
  userId: string,
  signal: AbortSignal,
): Promise<void> => {
  const loaded = await desk.read(userId);
  const { brokerAccountId: accountId } = loaded.state;
  if (accountId === undefined) return;
  const readAt = dependencies.now();
  const comparing = { dependencies, desk, looks, userId, accountId, loaded, readAt, signal };
  const fault = await faultOf(comparing, compareAccount(comparing));
  await compareTransfers(comparing);
  const history = await historyOf(dependencies, userId);
  if (history.jobs.size > 0) await finishSettled(dependencies, history, (await desk.read(userId)).state);
  const position = await compareCash(dependencies, desk, looks.cash, userId, signal);
  if (fault !== undefined) throw fault;
  await dependencies.store.noteReconciled(userId, readAt, position);
};
