export { freshDatabase } from './database.js';
export { type Decider, deciderSpecification } from './decider-specification.js';
export { keepLog, keepSecrets } from './kept-logs.js';
export { emptyRedis, freshRedis, redisText, takeRedis } from './redis.js';
export { type Stack, startStack } from './stack.js';
export { type StartedPart, startPart } from './start-part.js';
export { dumpOf, tracesIn } from './traces.js';
export { openWay, type Way } from './way.js';
export { withAllForgeries } from './with-all-forgeries.js';
