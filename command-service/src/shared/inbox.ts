import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { delayAfter } from '@groundswell/domain/back-off';
import { derivedId, type Log, withCorrelation } from '@groundswell/platform';
import { type Database, isConnectionLoss } from '@groundswell/platform/database';
import {
  AppendOutcomeUnknown,
  EventStoreTimeout,
  EventStoreUnavailable,
} from '@groundswell/platform/event-store';
import type { Sealer } from '@groundswell/platform/vault';

/** Processes a request. Runs again after a crash, with the same id: a repeat must change nothing. */
export type InboxHandler = (request: InboxRequest) => Promise<void>;

export interface InboxRequest {
  /** Id of the command that processes it: a repeat finds what the first attempt wrote. */
  readonly commandId: string;
  readonly content: string;
  readonly correlationId: string;
}

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

export interface InboxOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly handlers: Readonly<Record<string, InboxHandler>>;
  readonly log: Log;
  /**
   * Maximum milliseconds between a response and its processing. The delay is random, so that processing cannot be
   * timed.
   */
  readonly longestDelay?: number;
  readonly random?: () => number;
}

interface InboxRow {
  readonly request_id: string;
  readonly kind: string;
  readonly sealed: Buffer;
  readonly correlation_id: string;
  readonly attempts: number;
}

/** Seconds between attempts. */
const pauses = { first: 1, most: 1_024 };
/** With these pauses, about half an hour. */
const mostAttempts = 12;
/** Milliseconds between checks for requests left by a failure or a process that died. */
const lookAgain = 15_000;
/** Seconds until a request that waits for an unavailable part is retried. */
const awayPause = 15;

/**
 * The request is not at fault: a caller whose request was accepted must not lose it to an outage of any
 * length.
 */
const isOutage = (fault: unknown): boolean =>
  fault instanceof EventStoreUnavailable ||
  fault instanceof EventStoreTimeout ||
  fault instanceof AppendOutcomeUnknown ||
  isConnectionLoss(fault);

/**
 * Seconds for which a request belongs to the process that took it, longer than any takes: it needs no
 * connection meanwhile, however slow the event store is. If that process died, another takes it after that.
 */
const lease = 60;

const takeNext = `
  UPDATE command_service.inbox SET due_at = now() + make_interval(secs => $1)
  WHERE request_id = (
    SELECT request_id FROM command_service.inbox
    WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING request_id, kind, sealed, correlation_id, attempts`;

const requestOf = (row: InboxRow, content: string): InboxRequest => ({
  commandId: derivedId('inbox', row.request_id),
  content,
  correlationId: row.correlation_id,
});

export const createInbox = (options: InboxOptions): Inbox => {
  const { database, sealer, handlers, log, longestDelay = 200, random = Math.random } = options;
  const stopped = new AbortController();
  /** Set when a request arrives while nothing waits for it. */
  let isNew = false;
  let wake = (): void => {
    isNew = true;
  };

  const remove = (id: string): Promise<object[]> =>
    database.query('DELETE FROM command_service.inbox WHERE request_id = $1', [id]);

  const postpone = (id: string, attempts: number, pauseInSeconds: number): Promise<object[]> =>
    database.query(
      `UPDATE command_service.inbox SET attempts = $2, due_at = now() + make_interval(secs => $3)
       WHERE request_id = $1`,
      [id, attempts, pauseInSeconds],
    );

  const failed = async (row: InboxRow, fault: unknown): Promise<void> => {
    const away = isOutage(fault);
    const attempts = away ? row.attempts : row.attempts + 1;
    const lost = attempts >= mostAttempts;
    log[lost ? 'error' : 'warn']({ err: fault, kind: row.kind, attempts, lost }, 'a queued request failed');
    if (lost) await remove(row.request_id);
    else await postpone(row.request_id, attempts, away ? awayPause : delayAfter(attempts, pauses));
  };

  /** Processes one request, which this instance reserves; other instances take the next. */
  const workOne = async (): Promise<boolean> => {
    const [row] = await database.query<InboxRow>(takeNext, [lease]);
    if (!row) return false;
    try {
      const handle = handlers[row.kind];
      if (!handle) throw new Error(`no handler for ${row.kind}`);
      const content = sealer.open(row.sealed, row.request_id);
      const correlation = { correlationId: row.correlation_id, causationId: row.request_id };
      await withCorrelation(correlation, () => handle(requestOf(row, content)));
    } catch (fault) {
      await failed(row, fault);
      return true;
    }
    await remove(row.request_id);
    return true;
  };

  /** One at a time in this process, so that a caller who drains also waits for requests in progress. */
  let draining: Promise<void> = Promise.resolve();
  const drain = (): Promise<void> => {
    const next = async (): Promise<void> => {
      while (await workOne());
    };
    draining = draining.then(next, next);
    return draining;
  };

  /** Resolves when a request was queued since the last call, or after a while. */
  const somethingNew = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        isNew = false;
        wake = () => {
          isNew = true;
        };
        resolve();
      };
      const timer = setTimeout(go, lookAgain);
      wake = go;
      if (isNew) go();
    });

  const work = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await drain();
      } catch (fault) {
        log.warn({ err: fault }, 'could not read the inbox');
      }
      await somethingNew();
      await pause(random() * longestDelay, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const working = work();

  return {
    async note(kind, content, correlationId) {
      const id = randomUUID();
      await database.query(
        `INSERT INTO command_service.inbox (request_id, kind, sealed, correlation_id, due_at)
         VALUES ($1, $2, $3, $4, now())`,
        [id, kind, sealer.seal(content, id), correlationId],
      );
      wake();
    },
    drain,
    async close() {
      stopped.abort();
      wake();
      await working;
    },
  };
};
