import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { Accounts } from '../shared/accounts.js';
import type { DueMail } from './mailable.js';

/** An event of a trading account, with the account's state before and after it. */
export interface AccountTurn {
  readonly event: TradingAccountEvent;
  readonly earlier: readonly TradingAccountEvent[];
  readonly before: TradingAccount;
  readonly after: TradingAccount;
}

/** The turn of the event at index `place` of a history. */
export const turnAt = (history: readonly TradingAccountEvent[], place: number): AccountTurn => {
  const event = history[place];
  if (!event) throw new Error('The trading account has no such event.');
  const earlier = history.slice(0, place);
  const before = earlier.reduce(evolve, initialState);
  return { event, earlier, before, after: evolve(before, event) };
};

/** Reads from the log what a mail is about, so that no queue and no table has to hold it. */
export const readTurn = async (
  accounts: Pick<Accounts, 'read' | 'recall'>,
  { personId, eventId }: DueMail,
): Promise<AccountTurn> => {
  const placeIn = (events: readonly RecordedEvent<TradingAccountEvent>[]): number =>
    events.findIndex(({ id }) => id === eventId);
  const seen = accounts.recall(personId)?.events ?? [];
  if (placeIn(seen) >= 0) return turnAt(seen, placeIn(seen));
  const { events } = await accounts.read(personId);
  return turnAt(events, placeIn(events));
};
