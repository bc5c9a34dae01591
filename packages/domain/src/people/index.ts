export {
  type AskedFrom,
  decide,
  evolve,
  initialState,
  type User,
  type UserCommand,
  visitor,
} from './decider.js';
