export {
  compositionAt,
  newYorkDateOf,
  type Sector,
  sectorsOf,
} from './read-models/concept-detail/composition.js';
export { conceptDetail, type StoredConcept } from './read-models/concept-detail/concept-detail.js';
export {
  type AuditFilter,
  conceptHistory,
  type StoredChange,
} from './read-models/concept-history/concept-history.js';
export { type ConceptGrowth, type GrowthInputs, growth } from './read-models/growth/growth.js';
export { trendList } from './read-models/trend-list/trend-list.js';
export { waitlistDemand } from './read-models/waitlist-demand/waitlist-demand.js';
