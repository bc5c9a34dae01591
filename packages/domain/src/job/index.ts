export { decide, evolve, initialState, type JobCommand, type ParkedJob } from './decider.js';
