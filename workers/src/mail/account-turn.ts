import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import type { Accounts, LoadedAccount } from '../shared/accounts.js';
import type { DueMail } from './mailable.js';

/** An event of a trading account, with the account's state before and after it. Folded when asked for. */
export interface AccountTurn {
  readonly event: TradingAccountEvent;
  readonly earlier: readonly TradingAccountEvent[];
  readonly before: TradingAccount;
  readonly after: TradingAccount;
}

/**
 * The turn of the event at index `place` of a history.
 * @param latest the state after all of the history, if known
 */
export const turnAt = (
  history: readonly TradingAccountEvent[],
  place: number,
  latest?: TradingAccount,
): AccountTurn => {
  const event = history[place];
  if (!event) throw new Error('The trading account has no such event.');
  const earlier = history.slice(0, place);
  let before: TradingAccount | undefined;
  let after = place === history.length - 1 ? latest : undefined;
  return {
    event,
    earlier,
    get before() {
      before ??= earlier.reduce(evolve, initialState);
      return before;
    },
    get after() {
      after ??= evolve(this.before, event);
      return after;
    },
  };
};

/** Reads from the log what a mail is about, so that no queue and no table has to hold it. */
export const readTurn = async (
  accounts: Pick<Accounts, 'read' | 'recall'>,
  { personId, eventId }: DueMail,
): Promise<AccountTurn> => {
  const turnIn = ({ events, state }: LoadedAccount): AccountTurn | undefined => {
    const place = events.findLastIndex(({ id }) => id === eventId);
    return place < 0 ? undefined : turnAt(events, place, state);
  };
  const seen = accounts.recall(personId);
  const turn = (seen && turnIn(seen)) ?? turnIn(await accounts.read(personId));
  if (!turn) throw new Error('The trading account has no such event.');
  return turn;
};
