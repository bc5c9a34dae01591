/** Injection tokens for what was opened at the start. */
export const readStoreToken = Symbol('read store');
export const eventStoreToken = Symbol('event store');
/** The source of the current time. */
export type Clock = () => Date;
export const clockToken = Symbol('clock');
/** The source of the system's status. */
export const statusToken = Symbol('status');
