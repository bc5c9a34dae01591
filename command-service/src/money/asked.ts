import { streamOf } from '@groundswell/contracts';
import {
  decide,
  evolve,
  initialState,
  type OwnerCommand,
  type TradingAccount,
  type TransferLimits,
} from '@groundswell/domain/money';

/** Folds the history of a trading account into its state. */
export const folding = { initialState, evolve };

/**
 * A command for the caller's own trading account. Other people's ids are unknown there: links and transfers
 * are only looked up in the caller's own stream.
 */
export const askedOf = (userId: string, command: OwnerCommand, limits?: TransferLimits) => ({
  stream: streamOf('tradingAccount', userId),
  folding,
  decide: (account: TradingAccount) => decide(command, account, limits),
});
