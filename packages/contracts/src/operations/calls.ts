import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

const count = z.number().int().nonnegative();

const readModelStatusSchema = z.object({
  name: z.string(),
  /** `live`, `catching up`, `building`, `stopped`, … */
  state: z.string(),
  /** What is wrong, as text; null when nothing is. */
  problem: z.string().nullable(),
  /** The process that owns it. */
  owner: z.string().nullable(),
  /** Log position it reflects; null before its first event. */
  position: z.string().nullable(),
  /** Its own waiting events, counted up to 1,000; null while unknown. */
  behind_events: count.nullable(),
  /** Age of the oldest pending event in seconds. */
  behind_seconds: z.number().nonnegative().nullable(),
  /** Events per second over the last few seconds. */
  per_second: z.number().nonnegative(),
  /** Rows of all its tables; PostgreSQL's estimate for large ones. */
  rows: count,
});

const queueStatusSchema = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  delayed: count,
  failed: count,
  completed: count,
});

/** A job that failed permanently and was not dismissed; without data and addresses. */
const failedJobSchema = z.object({
  queue: z.string(),
  id: z.string(),
  name: z.string(),
  attempts: count,
  reason: z.string(),
  failed_at: z.string(),
  correlation_id: z.string().nullable(),
});

/** One run of `replay` or `verify`; read models rebuilt together are listed together. */
const replayStatusSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** `building`, `comparing`, `swapped`, `done`, `failed`, `interrupted`; `lost` when its process is gone. */
  state: z.string(),
  read_models: z.array(z.string()),
  /** Completed share, from 0 to 1. */
  progress: z.number().min(0).max(1),
  per_second: z.number().nonnegative(),
  /** Until the log is read, at the rate so far; null while unknown. */
  seconds_left: z.number().nonnegative().nullable(),
  message: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
});

/** Health of this instance, for staff. */
export const operationsCalls = {
  getStatus: defineCall({
    ...routes.getStatus,
    summary: 'Current status of read models, queues and replays',
    access: 'staff',
    cost: 'scan',
    response: z.object({
      /** Position of the last event in the log; null when the log is empty or unreachable. */
      head: z.string().nullable(),
      /** Parts that did not respond. Their data is left out. */
      out_of_reach: z.array(z.enum(['event store', 'Redis'])),
      read_models: z.array(readModelStatusSchema),
      /** Other problems, as text: followers of the log that stand still, the file of checkpoints. */
      alarms: z.array(z.string()),
      /**
       * Null while they are unreachable, or not configured; nothing is lost then, since the log is
       * authoritative.
       */
      queues: z.array(queueStatusSchema).nullable(),
      /** Newest first, up to 50. */
      failed_jobs: z.array(failedJobSchema),
      /** Newest first. */
      replays: z.array(replayStatusSchema),
    }),
  }),
} as const;
