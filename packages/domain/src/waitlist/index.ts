export type { WaitlistCommand } from './commands.js';
export { decide, evolve, initialState, type Place } from './decider.js';
