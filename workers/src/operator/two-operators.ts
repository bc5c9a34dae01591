import { streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { type EventStore, load } from '@groundswell/platform/event-store';
import { type Parsed, WrongUsage } from '@groundswell/platform/operator';
import type { JobContext } from '../shared/jobs.js';
import { contextOf } from './with-log.js';

export const folding = { initialState, evolve };

export const accountOf = async (eventStore: EventStore, userId: string): Promise<TradingAccount> =>
  (await load<TradingAccount, TradingAccountEvent>(eventStore, streamOf('tradingAccount', userId), folding))
    .state;

/** Shown to the first of two operators. */
export const proposed =
  'Proposed. It takes effect when a second operator runs the same command under their own handle.';

/**
 * Requires a reason and an operator handle. Without handles, there could be no second operator. @throws WrongUsage
 */
export const reasonedContext = (invocation: Parsed): JobContext & { readonly reason: string } => {
  const context = contextOf(invocation);
  if (context.reason === undefined) throw new WrongUsage('this needs --reason="…": how you know');
  if (context.actor.id === 'operator')
    throw new WrongUsage('this takes two operators: say who you are with --as=ops-3, or OPERATOR_ID');
  return { ...context, reason: context.reason };
};

/** Whether a command wrote an event of this type, which means that its operator was the second one. */
export const isWrittenBy = async (
  eventStore: EventStore,
  userId: string,
  type: TradingAccountEvent['type'],
  commandId: string,
): Promise<boolean> => {
  const { events } = await eventStore.readStream<TradingAccountEvent>(streamOf('tradingAccount', userId));
  return events.some((event) => event.type === type && event.metadata.commandId === commandId);
};
