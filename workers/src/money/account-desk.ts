import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import {
  type BrokerCommand,
  decide,
  evolve,
  type Outcome,
  type TradingAccount,
} from '@groundswell/domain/money';
import { currentCorrelation, type Pausing } from '@groundswell/platform';
import { type CommandContext, type Done, dispatch, type EventStore } from '@groundswell/platform/event-store';
import { type Accounts, accountFolding, type LoadedAccount, openAccounts } from '../shared/accounts.js';

const actor = { id: 'money-worker', role: 'system' } as const;

interface TellOptions {
  /** The account as read a moment ago; otherwise as last seen. If it is still current, it is not read again. */
  readonly known?: LoadedAccount | undefined;
  /** Defaults to now. */
  readonly occurredAt?: Date | undefined;
  /** For callers that must recognize the event later. Defaults to a new id. */
  readonly commandId?: string | undefined;
}

/** Executes commands on trading accounts. */
export interface AccountDesk extends Pick<Accounts, 'read' | 'recall'> {
  /** @throws EventStoreError */
  tell(userId: string, command: BrokerCommand, options?: TellOptions): Promise<Done | Refusal>;
  /**
   * Writes down the broker's report as it applies to the account now; skips a report that is refused because
   * it concerns nothing.
   * @param revision the account must still be at it: otherwise nothing happens
   * @param known the account as read just before
   * @returns whether anything was new @throws EventStoreError
   */
  report(
    userId: string,
    reports: (account: TradingAccount) => readonly BrokerCommand[],
    given?: { readonly revision?: bigint; readonly known?: LoadedAccount },
  ): Promise<boolean>;
}

/** The events the commands produce when executed in order. Refused commands are skipped. */
export const eventsOf = (
  account: TradingAccount,
  commands: readonly BrokerCommand[],
): TradingAccountEvent[] => {
  const events: TradingAccountEvent[] = [];
  let state = account;
  for (const command of commands) {
    const outcome = decide(command, state);
    if (isRefusal(outcome)) continue;
    events.push(...outcome);
    state = outcome.reduce(evolve, state);
  }
  return events;
};

/** More concurrent writers at one account would be a bug of ours. */
const mostConflicts = 20;

/** A decision that conflicted too often is no answer: the command can be retried. */
const insist = async (act: () => Promise<Done | Refusal>): Promise<Done | Refusal> => {
  for (let turn = 0; turn < mostConflicts; turn += 1) {
    const done = await act();
    if (!isRefusal(done) || done.refused !== 'RevisionConflict') return done;
  }
  throw new Error('too many conflicts over one trading account');
};

/** Every command gets its own id; only the state decides whether it changes anything. */
export const openAccountDesk = (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  now: () => Date,
  newId: () => string = randomUUID,
  { accounts = openAccounts(eventStore), ...pausing }: Pausing & { readonly accounts?: Accounts } = {},
): AccountDesk => {
  const contextAt = (occurredAt: Date, commandId = newId()): CommandContext => {
    const correlationId = currentCorrelation()?.correlationId ?? commandId;
    return { commandId, actor, correlationId, occurredAt: occurredAt.toISOString() };
  };
  const ask = (
    userId: string,
    choose: (account: TradingAccount) => Outcome,
    context: CommandContext,
    known = accounts.recall(userId),
  ) =>
    dispatch<TradingAccount, TradingAccountEvent>(
      { ...eventStore, append: accounts.append },
      { stream: streamOf('tradingAccount', userId), folding: accountFolding, decide: choose, context, known },
      () => accounts.read(userId),
      pausing,
    );

  return {
    read: accounts.read,
    recall: accounts.recall,
    tell: (userId, command, { known, occurredAt = now(), commandId } = {}) =>
      insist(() =>
        ask(userId, (account) => decide(command, account), contextAt(occurredAt, commandId), known),
      ),
    async report(userId, reports, { revision, known } = {}) {
      const decideReports = (account: TradingAccount) => eventsOf(account, reports(account));
      const context = () => ({ ...contextAt(now()), expectedRevision: revision });
      const once = () => ask(userId, decideReports, context(), known);
      const done = await (revision === undefined ? insist(once) : once());
      return !isRefusal(done) && done.changed;
    },
  };
};
