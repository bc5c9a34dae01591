export { AssetDirectory } from './asset-directory.js';
export { type Asset, Broker, type MarketClock, type Session } from './broker.js';
export { BrokerError, type BrokerErrorKind } from './broker-error.js';
export type { ConnectionOptions } from './connection.js';
export {
  type Adjustment,
  type BarQuery,
  type BarsBySymbol,
  type DailyBar,
  MarketData,
} from './market-data.js';
export type { Surroundings } from './pacing.js';
export { type BrokerPlace, brokerAt, brokerVariables } from './place.js';
