/** Of each of these two run side by side. */
export type Doubled = 'command-service' | 'query-service' | 'projections' | 'workers';
export const replicaOf = (part: Doubled, replica: 0 | 1) => `${part}-${replica === 0 ? 1 : 2}` as const;

/** Parts whose wall clock may be wrong. The event store and PostgreSQL have the right one. */
export const skewedParts = [
  'broker-sandbox',
  'command-service-1',
  'command-service-2',
  'workers-1',
  'workers-2',
  'projections-1',
  'projections-2',
] as const;
export type Skewed = (typeof skewedParts)[number];

/** Milliseconds by which the wall clock of each part is ahead. */
export type Skew = Readonly<Record<Skewed, number>>;

/**
 * What the harness strikes: killed; frozen (SIGSTOP) and woken; Redis emptied; PostgreSQL stopped in immediate mode; and workers
 * frozen while PostgreSQL, and with it every lock of theirs, goes away and comes back.
 */
export const shortStrikes = [
  'command-service',
  'query-service',
  'workers',
  'projections',
  'event-store',
  'redis-killed',
  'redis-flushed',
  'postgresql',
  'command-service-frozen',
  'projections-frozen',
  'workers-frozen',
  'workers-zombie',
] as const;
/** PostgreSQL is killed, and its connections are not told: who waits for an answer on one waits for the time limit. */
export const halfOpenStrikes = ['postgresql-half-open'] as const;
export const strikes = [...shortStrikes, ...halfOpenStrikes] as const;
export type Strike = (typeof strikes)[number];

export interface InstanceOptions {
  /** Variables of the workers besides the usual ones. */
  readonly workers: Readonly<Record<string, string>>;
  /** How many of each service run side by side. */
  readonly replicas: 1 | 2;
  /** How long a run waits for anything, in milliseconds. */
  readonly patience?: number | undefined;
}
