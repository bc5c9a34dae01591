/** The rules alone, without anything that runs them: for who makes up a history that could have happened. */
export * as concept from './concept/concept.js';
export { decide as decideConcept } from './concept/decider.js';
export * as user from './people/decider.js';
export * as waitlist from './waitlist/decider.js';
