/** Names under which Nest hands out what was opened at the start. */
export const readStoreToken = Symbol('read store');
export const eventStoreToken = Symbol('event store');
/** What says the time. */
export type Clock = () => Date;
export const clockToken = Symbol('clock');
/** What says how the instance is doing. */
export const statusToken = Symbol('status');
