export { tellChange } from './change-story.js';
export type { ConceptCommand } from './commands.js';
export {
  type Allocation,
  allocationsAfter,
  type Concept,
  changeBy,
  createdConcept,
  evolve,
  initialState,
  type SubConcept,
} from './concept.js';
export { type ConceptFacts, decide } from './decider.js';
export { nameKey, sameName } from './names.js';
