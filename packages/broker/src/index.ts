export type { Account, KycResults } from './accounts/account.js';
export type { AccountAsOf, Accounts } from './accounts/accounts.js';
export type { AccountApplication } from './accounts/application.js';
export type { TradingAccount } from './accounts/trading-account.js';
export { AssetDirectory } from './asset-directory.js';
export { alreadyLinked, type BankAccount, type BankLink, type BankLinks } from './bank-links/bank-links.js';
export { type Asset, Broker, type MarketClock, type Session } from './broker.js';
export { BrokerError, type BrokerErrorKind, type BrokerOutcome } from './broker-error.js';
export type { ConnectionOptions } from './connection.js';
export { atMost } from './events/cursor.js';
export type { BrokerEvents } from './events/events.js';
export { beginningOfEvents, type FollowOptions, type StreamItem } from './events/follow.js';
export type { AccountEvent, FundingEvent } from './events/messages.js';
export {
  type Adjustment,
  type BarQuery,
  type BarsBySymbol,
  type DailyBar,
  MarketData,
} from './market-data.js';
export type { Timing } from './pacing.js';
export { type BrokerPlace, brokerAt, brokerVariables } from './place.js';
export { type Alarm, orAborted, realAlarm, withinTime } from './time-limit.js';
export { brokerClockDifference, matchesOf, type TransferAttempt } from './transfers/matching.js';
export type { Transfer, TransferDirection } from './transfers/transfer.js';
export type { TransferRequest, Transfers } from './transfers/transfers.js';
