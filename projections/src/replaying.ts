/** Exports for rebuilding read models, used by tools and benchmarks outside this package. */
export { type Card, cards } from './read-models/trend-list/trend-list.js';
export { readModels } from './registry.js';
export { type Build, type BuildProgress, buildTogether } from './replay/build-together.js';
export { type Replayed, replay } from './replay/replay.js';
export { type Verified, verify } from './replay/verify.js';
