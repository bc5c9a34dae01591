import { setTimeout as sleep } from 'node:timers/promises';
import { baseStreamOf, metaStreamOf } from '../domain/stream-name.js';
import { headOf } from '../domain/stream-state.js';
import type { EventLog } from './event-log.js';

/** A pause between two streams, for other readers and writers of the database. Milliseconds. */
const breath = 1;

/**
 * Deletes what readers no longer see: truncated, expired and deleted events, and overwritten metadata. The last
 * event of a stream is kept, and with it its revision; positions do not change.
 * @returns how many events were deleted
 */
export const scavenge = async (log: EventLog, now: number): Promise<number> => {
  let removed = 0;
  for (const stream of await candidates(log)) {
    removed += await scavengeStream(log, stream, now);
    removed += await scavengeStream(log, metaStreamOf(stream), now);
    await sleep(breath);
  }
  return removed;
};

/** Its statements may take ten minutes each, longer than reads: no one waits for them. */
const patiently = { query_timeout: 10 * 60_000 };

/** Only streams with metadata or a tombstone have anything to delete. */
const candidates = async ({ pool }: EventLog): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ stream: string }>({
    ...patiently,
    text: `SELECT DISTINCT stream FROM event WHERE stream >= '$$' AND stream < '$%'
           UNION SELECT stream FROM event WHERE revision = 9223372036854775807`,
  });
  return [...new Set(rows.map(({ stream }) => baseStreamOf(stream)))];
};

const scavengeStream = async (log: EventLog, stream: string, now: number): Promise<number> => {
  const head = headOf(stream, await log.states.of(stream));
  if (head.last < 0) return 0;
  const oldest = Number.isFinite(head.maxAgeSeconds) ? new Date(now - head.maxAgeSeconds * 1_000) : null;
  const { rowCount } = await log.pool.query({
    ...patiently,
    text: `DELETE FROM event WHERE stream = $1
             AND revision < (SELECT max(revision) FROM event WHERE stream = $1)
             AND ($2 OR revision < $3::numeric OR created < $4)`,
    values: [stream, head.tombstoned, Math.min(head.first, 2 ** 63), oldest],
  });
  return rowCount ?? 0;
};
