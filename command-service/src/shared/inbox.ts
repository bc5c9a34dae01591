import { randomUUID } from 'node:crypto';
import { realPause } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { createBell } from './bell.js';
import { openInboxRows } from './inbox-rows.js';
import { createInboxWork, type InboxWorkParts } from './inbox-work.js';

/**
 * Requests that name a person's address, queued before the response and processed after it. Every address costs the
 * same single INSERT, so neither the response nor its timing reveals whether it is known.
 */
export interface Inbox {
  /** @param content sealed while queued; deleted once processed */
  note(kind: string, content: string, correlationId: string): Promise<void>;
  /** Processes everything due now; for tests. */
  drain(): Promise<void>;
  /** Waits for the round in progress. Later requests wait for the next process. */
  close(): Promise<void>;
}

export interface InboxOptions extends InboxWorkParts {
  readonly database: Database;
  /**
   * Maximum milliseconds between a response and its processing. The delay is random, so that processing cannot be
   * timed.
   */
  readonly longestDelay?: number;
  /** Kinds that no number of other requests may hold up. */
  readonly urgentKinds?: readonly string[];
  readonly random?: () => number;
}

/** Milliseconds between checks for requests left by a failure or a process that died. */
const lookAgain = 15_000;

export const createInbox = (options: InboxOptions): Inbox => {
  const { database, sealer, log, longestDelay = 200, urgentKinds = [], random = Math.random } = options;
  const rows = openInboxRows(database);
  const workOne = createInboxWork(rows, options);
  const stopped = new AbortController();
  const bell = createBell();

  /** One at a time in this process, so that a caller who drains also waits for requests in progress. */
  let draining: Promise<void> = Promise.resolve();
  const drain = (): Promise<void> => {
    const next = async (): Promise<void> => {
      while (await workOne());
    };
    draining = draining.then(next, next);
    return draining;
  };

  const work = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await drain();
      } catch (fault) {
        log.warn({ err: fault }, 'could not read the inbox');
      }
      await bell.rung(lookAgain);
      await realPause(random() * longestDelay, stopped.signal);
    }
  };
  const working = work();

  return {
    async note(kind, content, correlationId) {
      const id = randomUUID();
      const sealed = sealer.seal(content, id);
      const urgent = urgentKinds.includes(kind);
      await rows.add({ request_id: id, kind, sealed, correlation_id: correlationId, urgent });
      bell.ring();
    },
    drain,
    async close() {
      stopped.abort();
      bell.ring();
      await working;
    },
  };
};
