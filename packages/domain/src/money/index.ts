export { decideEnding, lastSettlementOf } from './account/ending.js';
export { ofSecond } from './account/reported-at.js';
export {
  isAccountWord,
  mayApply,
  statusOfAccount,
  statusOfAccountWord,
  statusOfTradingAccount,
  unsettledApplication,
} from './account/status.js';
export { isOwnerInQuestion } from './bank-link/owner.js';
export { isOwnedBy } from './bank-link/owner-name.js';
export { isOwned, statusOfBankLink } from './bank-link/status.js';
export type { BrokerCommand, OwnerCommand, SecondLook, TradingAccountCommand } from './commands.js';
export { decide } from './decider.js';
export { evolve } from './evolve.js';
export { holdFrom, withdrawableFrom } from './hold/hold.js';
export {
  adjustmentPostings,
  availableOf,
  balanceOf,
  type Funds,
  fundsOf,
  heldOf,
  type LedgerAccount,
  type Posting,
  postingsOf,
  totalOf,
} from './ledger/ledger.js';
export type { Outcome } from './outcome.js';
export type { Vote } from './proposals.js';
export {
  type Application,
  type BankLink,
  initialState,
  type TradingAccount,
  type Transfer,
} from './state.js';
export { mayBeAtBroker } from './transfer/doubt.js';
export { leftOn, type TransferLimits, usualLimits } from './transfer/limits.js';
export { isCancelable, isUnderWay, isWithoutMoney, statusOfTransfer } from './transfer/status.js';
export {
  type ApplicationVaultFields,
  applicationDraftField,
  applicationVaultFields,
  type BankVaultFields,
  bankVaultFields,
  brokerWordsField,
} from './vault-fields.js';
