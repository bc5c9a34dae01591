import { delayAfter } from '@groundswell/domain/back-off';
import { derivedId, isPassing, type Log, withCorrelation } from '@groundswell/platform';
import type { Sealer } from '@groundswell/platform/vault';
import type { InboxRow, InboxRows } from './inbox-rows.js';

/**
 * Processes a request. Runs again after a crash, with the same id: a repeat must change nothing.
 * @returns 'not yet' where it must not go before the requests that came earlier, or needs what may be among them: if it went
 *   before them, it is processed once more after them
 */
export type InboxHandler = (request: InboxRequest) => Promise<'not yet' | undefined>;

export interface InboxRequest {
  /** Id of the command that processes it: a repeat finds what the first attempt wrote. */
  readonly commandId: string;
  readonly content: string;
  readonly correlationId: string;
  /** Whether it goes before requests that came earlier. */
  readonly isFirst: boolean;
}

export interface InboxWorkParts {
  readonly sealer: Sealer;
  readonly handlers: Readonly<Record<string, InboxHandler>>;
  readonly log: Log;
}

/** Seconds between attempts. */
const pauses = { first: 1, most: 1_024 };
/** With these pauses, about half an hour. */
const mostAttempts = 12;
/** Seconds until a request that waits for an unavailable part is retried. */
const awayPause = 15;

const requestOf = (row: InboxRow, content: string): InboxRequest => ({
  commandId: derivedId('inbox', row.request_id),
  content,
  correlationId: row.correlation_id,
  isFirst: row.urgent,
});

/** How one request is processed. @returns false when none is due */
export const createInboxWork = (rows: InboxRows, { sealer, handlers, log }: InboxWorkParts) => {
  const failed = async (row: InboxRow, fault: unknown): Promise<void> => {
    // A caller whose request was accepted must not lose it to an outage of any length.
    const away = isPassing(fault);
    const attempts = away ? row.attempts : row.attempts + 1;
    const lost = attempts >= mostAttempts;
    log[lost ? 'error' : 'warn']({ err: fault, kind: row.kind, attempts, lost }, 'a queued request failed');
    if (lost) await rows.remove(row.request_id);
    else await rows.postpone(row.request_id, attempts, away ? awayPause : delayAfter(attempts, pauses));
  };

  return async (): Promise<boolean> => {
    const row = await rows.take();
    if (!row) return false;
    let end: Awaited<ReturnType<InboxHandler>>;
    try {
      const handle = handlers[row.kind];
      if (!handle) throw new Error(`no handler for ${row.kind}`);
      const content = sealer.open(row.sealed, row.request_id);
      const correlation = { correlationId: row.correlation_id, causationId: row.request_id };
      end = await withCorrelation(correlation, () => handle(requestOf(row, content)));
    } catch (fault) {
      await failed(row, fault);
      return true;
    }
    if (end === 'not yet' && row.urgent) await rows.queue(row.request_id);
    else await rows.remove(row.request_id);
    return true;
  };
};
