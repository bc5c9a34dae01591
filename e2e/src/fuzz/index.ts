export { codeOfApp } from './authenticator.js';
export { isLate } from './judge.js';
export { type Operation, operationsOf } from './operation.js';
export type { Wanted, Who } from './request.js';
export { type Answer, forgetConnections } from './send.js';
export { Tally } from './tally.js';
export { type Failure, isDear, type Run, seedOf, together, tryOnce, tryOperation } from './try.js';
export { leftInLog } from './untouched-log.js';
export { openWorld, type Person, signIn, type World } from './world.js';
