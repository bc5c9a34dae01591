export {
  decide,
  evolve,
  explainTransfer,
  initialState,
  type JobCommand,
  type ParkedJob,
} from './decider.js';
