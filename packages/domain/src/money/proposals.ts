import type { TradingAccount } from './state.js';

type Proposals = TradingAccount['proposals'];

/** Adds one operator's proposal of a decision. */
export const proposed = (proposals: Proposals, key: string, by: string): Proposals => ({
  ...proposals,
  [key]: by,
});

/** Removes a decision that was made. */
export const decided = (proposals: Proposals, key: string): Proposals => {
  const { [key]: _decided, ...left } = proposals;
  return left;
};
