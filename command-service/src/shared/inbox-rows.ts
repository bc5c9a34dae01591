import type { Database } from '@groundswell/platform/database';

export interface InboxRow {
  readonly request_id: string;
  readonly kind: string;
  readonly sealed: Buffer;
  readonly correlation_id: string;
  readonly attempts: number;
  /** Its turn comes before all that are not. */
  readonly urgent: boolean;
}

/** The requests of all instances that wait to be processed. */
export interface InboxRows {
  add(row: Omit<InboxRow, 'attempts'>): Promise<void>;
  /** Reserves the next request that is due for this instance; other instances take the next. */
  take(): Promise<InboxRow | undefined>;
  remove(id: string): Promise<void>;
  /** @param pause seconds until the request is due again */
  postpone(id: string, attempts: number, pause: number): Promise<void>;
  /** Puts an urgent request behind all that wait now. */
  queue(id: string): Promise<void>;
}

/**
 * Seconds for which a request belongs to the process that took it, longer than any takes: it needs no
 * connection meanwhile, however slow the event store is. If that process died, another takes it after that.
 */
const lease = 60;

const takeNext = `
  UPDATE command_service.inbox SET due_at = now() + make_interval(secs => $1)
  WHERE request_id = (
    SELECT request_id FROM command_service.inbox
    WHERE due_at <= now() ORDER BY urgent DESC, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING request_id, kind, sealed, correlation_id, attempts, urgent`;

export const openInboxRows = (database: Database): InboxRows => ({
  async add({ request_id, kind, sealed, correlation_id, urgent }) {
    await database.query(
      `INSERT INTO command_service.inbox (request_id, kind, sealed, correlation_id, urgent, due_at)
       VALUES ($1, $2, $3, $4, $5, now())`,
      [request_id, kind, sealed, correlation_id, urgent],
    );
  },
  async take() {
    const [row] = await database.query<InboxRow>(takeNext, [lease]);
    return row;
  },
  async remove(id) {
    await database.query('DELETE FROM command_service.inbox WHERE request_id = $1', [id]);
  },
  async postpone(id, attempts, pause) {
    await database.query(
      `UPDATE command_service.inbox SET attempts = $2, due_at = now() + make_interval(secs => $3)
       WHERE request_id = $1`,
      [id, attempts, pause],
    );
  },
  async queue(id) {
    await database.query(
      'UPDATE command_service.inbox SET urgent = false, due_at = now() WHERE request_id = $1',
      [id],
    );
  },
});
