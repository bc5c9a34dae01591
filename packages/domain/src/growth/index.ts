export { type Composition, effectiveDateOf, type Holding, timelineOf } from './composition.js';
export { type PriceIndex, priceIndexOf, type RecordedReturn } from './price-index.js';
export { performanceOf, type Risk, riskOf } from './risk.js';
export { type GrowthPoint, growthOf, type Prices, startOfYear, windowOf } from './series.js';
