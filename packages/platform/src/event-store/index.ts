export { parseEventStoreAddress } from '../config/event-store-address.js';
export { connectEventStore } from './connect.js';
export { type Asked, type CommandContext, type Done, dispatch } from './dispatch.js';
export * from './errors.js';
export { type Folding, type Loaded, type LoadedWhole, type Loading, load } from './load.js';
export { formatPosition, hasReached, parsePosition } from './position.js';
export { seenIn } from './recognize.js';
export { type RememberedStreams, remembering } from './remembering.js';
export type * from './types.js';
