import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { readLogOfDatabase } from '@groundswell/platform/read-store';
import { noteFinding } from '../evidence/findings.js';
import { logOf } from '../evidence/log-of.js';
import { brokenText, conclusionOf, problemsOf } from './audit-words.js';
import { keepAudit } from './audits.js';
import type { Copies } from './copies.js';
import { type Verification, verifyLog } from './verify-log.js';

interface Audit {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly copies: Copies;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number, position: bigint) => void;
}

/** Problems to include in the record of an audit. */
const mostKept = 3;

/** Whether there was anything to compare the log with. */
export const isCompared = ({ chained, lost, copied, checkpoints }: Verification): boolean =>
  chained || lost !== null || copied !== null || checkpoints.matching + checkpoints.mismatches.length > 0;

/**
 * Verifies the whole log and records the result. A failure also becomes a finding.
 * @throws OtherLog, because compared with another log everything recorded would seem to be gone
 */
export const runAudit = async (audit: Audit): Promise<Verification> => {
  const { database, eventStore, copies } = audit;
  const expected = await readLogOfDatabase(database);
  await eventStore.goesOn([{ log: expected, position: undefined, seen: undefined }]);
  const found = await verifyLog({ ...audit, against: copies.checkpoints });
  const words = [
    ...copies.broken.map(brokenText),
    ...problemsOf(found).slice(0, mostKept),
    conclusionOf(found),
  ].join(' ');
  const log = await logOf(eventStore);
  if (isCompared(found)) {
    const { verdict, events: count, position, chain, root } = found;
    await keepAudit(database, {
      kind: 'whole',
      verdict,
      words,
      log,
      count,
      position,
      chain,
      root,
      endedAt: audit.now(),
    });
    if (!found.intact || copies.broken.length > 0)
      await noteFinding(database, { kind: 'audit', words: `audit verify: ${words}`, log });
  }
  return found;
};
