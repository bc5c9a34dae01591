import { streamOf } from '@groundswell/contracts';
import {
  decide,
  evolve,
  initialState,
  type OwnerCommand,
  type TradingAccount,
  type TransferLimits,
} from '@groundswell/domain/money';

/** How the history of a trading account becomes its state. */
export const folding = { initialState, evolve };

/**
 * A command against the trading account of the one who asks. Ids of others lead nowhere there: a person's links and
 * transfers are found in their own stream or not at all.
 */
export const askedOf = (userId: string, command: OwnerCommand, limits?: TransferLimits) => ({
  stream: streamOf('tradingAccount', userId),
  folding,
  decide: (account: TradingAccount) => decide(command, account, limits),
});
