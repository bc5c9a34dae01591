import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { readLogOfDatabase } from '@groundswell/platform/read-store';
import { checkpointFileName } from '../checkpoint-file/checkpoint-file.js';
import { noteFinding } from '../evidence/findings.js';
import { logOf } from '../evidence/log-of.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { conclusionOf, problemsOf } from './audit-words.js';
import { keepAudit } from './audits.js';
import { parseCopy } from './copied-checkpoints.js';
import { type Verification, verifyLog } from './verify-log.js';

interface Audit {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Checkpoints that were copied elsewhere. */
  readonly against: readonly NamedCheckpoint[] | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number, position: bigint) => void;
}

/** Problems that the record of an audit names. */
const mostKept = 3;

/**
 * Verifies all of the log, and keeps what it comes to. What failed is a finding, too.
 * @throws OtherLog: beside another log, all that was recorded would seem to be gone
 */
export const runAudit = async (audit: Audit): Promise<Verification> => {
  const { database, eventStore } = audit;
  const expected = await readLogOfDatabase(database);
  await eventStore.goesOn([{ log: expected, position: undefined, seen: undefined }]);
  const found = await verifyLog(audit);
  const words = [...problemsOf(found).slice(0, mostKept), conclusionOf(found)].join(' ');
  const log = await logOf(eventStore);
  if (found.chained || audit.against) {
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
    if (!found.intact) await noteFinding(database, { kind: 'audit', words: `audit verify: ${words}`, log });
  }
  return found;
};

/**
 * The checkpoints that were written down in a directory; undefined when there are none yet.
 * @throws BrokenCopy when the file is not what was written
 */
export const writtenDown = async (
  directory: string | undefined,
): Promise<readonly NamedCheckpoint[] | undefined> => {
  if (directory === undefined) return undefined;
  const text = await readFile(join(directory, checkpointFileName), 'utf8').catch(() => '');
  return text.trim() ? parseCopy(text).checkpoints : undefined;
};
