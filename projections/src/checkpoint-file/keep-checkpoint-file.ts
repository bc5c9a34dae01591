import { setTimeout } from 'node:timers/promises';
import type { CheckResult, Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import { schemaOf } from '@groundswell/platform/read-store';
import { noteFileFault } from '../operations/alarms.js';
import { processName } from '../operations/keepers.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { CheckpointFile } from './checkpoint-file.js';

interface Keeping {
  readonly database: Database;
  readonly directory: string;
  readonly log: Log;
  /** Milliseconds between two looks: a checkpoint comes once a day. */
  readonly every?: number;
}

export interface KeptFile {
  /** How far the file is, and whether the chain still leads through it. Never holds up the service: it is a witness. */
  readonly check: () => CheckResult;
  stop(): Promise<void>;
}

const usually = 5_000;

/** The chain does not lead through what was written down: the log was changed, or an older one was restored. */
class Diverged extends Error {
  override readonly name = 'Diverged';
}

/** What is to be written after the last line. @throws Diverged */
export const following = (
  last: Pick<NamedCheckpoint, 'position' | 'hash'> | undefined,
  stored: readonly NamedCheckpoint[],
): readonly NamedCheckpoint[] => {
  const [first, ...rest] = stored;
  // Nothing at or after the last line: the chain is being built, and has not come this far again.
  if (!last || !first) return stored;
  if (first.position === last.position && first.hash === last.hash) return rest;
  throw new Diverged(
    `The checkpoint of position ${last.position} (${last.hash}) was written down, and the chain no longer leads ` +
      `there: the log or the chain was changed since. \`npm run ops -- audit verify\` with the file says more.`,
  );
};

const storedSince = (database: Database, position: string | undefined): Promise<NamedCheckpoint[]> =>
  database.transaction((sql: Sql) => logChain.queries.checkpointsFrom(sql, position ?? '0', 1_000), {
    kind: 'snapshot',
    schemas: [schemaOf(logChain)],
  });

/** Writes each day's checkpoint into a file, where no change of the database reaches it. */
export const keepCheckpointFile = async ({
  database,
  directory,
  log,
  every = usually,
}: Keeping): Promise<KeptFile> => {
  const file = await CheckpointFile.open(directory);
  const stopping = new AbortController();
  let fault: string | undefined;
  /** What everybody may see; nobody knows what a process that is gone has left there. */
  let noted: string | undefined | 'unknown' = 'unknown';
  const note = async (): Promise<void> => {
    if (noted === fault) return;
    await noteFileFault(database, processName(), fault);
    noted = fault;
  };
  const look = async (): Promise<void> => {
    try {
      await file.append(following(file.last, await storedSince(database, file.last?.position)));
      fault = undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== fault) log.error({ err: error }, 'the file of checkpoints was not gone on with');
      fault = message;
    }
    // Its own failure stops nothing: it is tried again at the next look.
    await note().catch(() => undefined);
  };
  const kept = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await setTimeout(every, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    check: () => ({ ready: true, detail: { position: file.last?.position ?? null, fault: fault ?? null } }),
    async stop() {
      stopping.abort();
      await kept;
      await file.close();
    },
  };
};
