export { conceptDetail } from './read-models/concept-detail/concept-detail.js';
export { type ConceptGrowth, growth } from './read-models/growth/growth.js';
export { trendList } from './read-models/trend-list/trend-list.js';
export { waitlistDemand } from './read-models/waitlist-demand/waitlist-demand.js';
