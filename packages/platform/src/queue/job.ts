import type { Correlation } from '../logging/correlation.js';

/**
 * Ids, numbers and flags: payloads are stored in Redis in the clear, so they hold references, never personal
 * data.
 */
export type JobData = Readonly<Record<string, string | number | boolean | null>>;

/** An operator's decision that a permanently failed job needs no more work. */
export interface Dismissal {
  /** When, ISO 8601. */
  readonly at: string;
  /** Handle of the operator. */
  readonly by: string;
  readonly reason: string;
}

/** What Redis stores: the caller's data, and the ids that tie the job to its cause. */
export interface Envelope<Data extends JobData> {
  readonly data: Data;
  readonly correlation?: Correlation | undefined;
  readonly dismissed?: Dismissal | undefined;
}

/** The id of the job that reacts to an event: enqueuing it again finds it there. */
export const jobIdOf = (eventId: string, reaction: string): string => `${eventId}.${reaction}`;

/**
 * BullMQ builds its keys with colons and misreads ids that contain one, or that look like its own counters.
 */
export const assertJobId = (id: string): void => {
  if (id.includes(':') || /^\d+$/.test(id) || id === '') throw new Error(`Not a job id: ${id}`);
};
