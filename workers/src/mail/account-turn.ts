import { streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import type { EventStore, RecordedEvent } from '@groundswell/platform/event-store';
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
  eventStore: Pick<EventStore, 'readStream'>,
  { personId, eventId }: DueMail,
): Promise<AccountTurn> => {
  const { events } = await eventStore.readStream<TradingAccountEvent>(streamOf('tradingAccount', personId));
  return turnAt(
    events,
    events.findIndex(({ id }: RecordedEvent<TradingAccountEvent>) => id === eventId),
  );
};
