import type { TradingAccount, Vote } from '@groundswell/domain/money';
import type { EventStore } from '@groundswell/platform/event-store';
import { type Parsed, WrongUsage } from '@groundswell/platform/operator';
import { loadAccount } from '../shared/accounts.js';
import type { JobContext } from '../shared/jobs.js';
import { contextOf } from './with-log.js';

export const accountOf = async (eventStore: EventStore, userId: string): Promise<TradingAccount> =>
  (await loadAccount(eventStore, userId)).state;

/** Shown to the first of two operators. */
export const proposedText = (until: string | null): string =>
  `Proposed until ${until}. It takes effect when a second operator runs the same command under their own handle by then.`;

/**
 * Requires a reason and an operator handle. Without handles, there could be no second operator. @throws WrongUsage
 */
export const reasonedContext = (invocation: Parsed): JobContext & { readonly reason: string } => {
  const context = contextOf(invocation);
  if (context.reason === undefined) throw new WrongUsage('Add --reason="…": how you know this');
  if (context.actor.id === 'operator')
    throw new WrongUsage('This takes two operators. Say who you are: --as=ops-3, or OPERATOR_ID');
  return { ...context, reason: context.reason };
};

/** One operator's part in the decision of a command. */
export const voteOf = ({ options }: Pick<Parsed, 'options'>, { actor, occurredAt }: JobContext): Vote => ({
  by: actor.id,
  at: occurredAt,
  again: options.again === true,
});
