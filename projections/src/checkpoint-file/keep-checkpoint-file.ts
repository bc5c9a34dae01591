import { setTimeout } from 'node:timers/promises';
import type { CheckResult, Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { readerLock, schemaOf } from '@groundswell/platform/read-store';
import { lagOf } from '../daemon/lag.js';
import { noteFileFault } from '../operations/alarms.js';
import { processName } from '../operations/keepers.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { checkpointOf } from '../read-models/log-chain/grow.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { TreeReader } from '../read-models/log-chain/tree-proofs.js';
import { CheckpointFile } from './checkpoint-file.js';

interface Keeping {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly directory: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds between two looks: a checkpoint comes once a day. */
  readonly every?: number;
}

export interface KeptFile {
  /** How far the file is, and whether it can be gone on with. Never holds up the service: it is a witness. */
  readonly check: () => CheckResult;
  stop(): Promise<void>;
}

const usually = 5_000;

/** The chain does not lead through what was written down: the log was changed, or an older one was restored. */
class Diverged extends Error {
  override readonly name = 'Diverged';
}

/** The chain from the last line of the file on. */
interface Onward {
  /** Its checkpoints at or after that position, the oldest first. */
  readonly stored: readonly NamedCheckpoint[];
  /** Root over as many events as the line counts; undefined while the chain has fewer. */
  readonly rootThere: string | undefined;
}

/** What is to be written after the last line. @throws Diverged */
export const following = (
  last: Pick<NamedCheckpoint, 'position' | 'root' | 'hash'> | undefined,
  { stored, rootThere }: Onward,
): readonly NamedCheckpoint[] => {
  const [first, ...rest] = stored;
  if (!last) return stored;
  if (first?.position === last.position && first.hash === last.hash) return rest;
  // The chain is being built, and has not come this far again.
  if (!first && rootThere === undefined) return [];
  // The end of a day that no later event had closed when it was written.
  if (first?.position !== last.position && rootThere === last.root) return stored;
  throw new Diverged(
    `The checkpoint of position ${last.position} (${last.hash}) was written down, and the chain no longer leads ` +
      `there: the log or the chain was changed since. \`npm run ops -- audit verify\` with the file says more.`,
  );
};

const inChain = <T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.transaction(work, { kind: 'snapshot', first: readerLock, schemas: [schemaOf(logChain)] });

const chainFrom = (database: Database, last: NamedCheckpoint | undefined): Promise<Onward> =>
  inChain(database, async (sql) => {
    const stored = await logChain.queries.checkpointsFrom(sql, last?.position ?? '0', 1_000);
    const head = await logChain.queries.head(sql);
    if (!last || !head || head.count < last.count) return { stored, rootThere: undefined };
    const tree = new TreeReader((level, number) => logChain.queries.tile(sql, level, number));
    return { stored, rootThere: (await tree.root(0, last.count)).toString('hex') };
  });

const millisecondsOfDay = 86_400_000;
/** Milliseconds for which the clocks of the store and of this machine may differ. */
const clocksApart = 600_000;

/** Whether nothing more will be recorded on a UTC day. */
export const isOver = (day: string, now: Date): boolean =>
  now.getTime() >= Date.parse(day) + millisecondsOfDay + clocksApart;

/**
 * The checkpoint of a day that is over and that no later event has closed yet: the first one will close it with the very
 * same. Undefined while there is none, or while the chain is behind the log.
 */
const closingCheckpoint = async (
  { database, eventStore, now }: Keeping,
  last: NamedCheckpoint | undefined,
): Promise<NamedCheckpoint | undefined> => {
  const head = await inChain(database, (sql) => logChain.queries.head(sql));
  if (!head || head.position.toString() === last?.position || !isOver(head.day, now())) return undefined;
  const after = { commit: head.position, prepare: head.position };
  if ((await lagOf(eventStore, logChain, after, now())).events > 0) return undefined;
  return inChain(database, async (sql) => {
    const same = await logChain.queries.head(sql);
    if (same?.position !== head.position) return undefined;
    return checkpointOf(same, same.root, (await logChain.queries.concepts(sql)).values());
  });
};

/** Writes each day's checkpoint into a file, where no change of the database reaches it. */
export const keepCheckpointFile = (keeping: Keeping): KeptFile => {
  const { database, directory, log, every = usually } = keeping;
  const stopping = new AbortController();
  let file: CheckpointFile | undefined;
  let position: string | null = null;
  let fault: string | undefined;
  /** Whether nobody sees a fault of this process; not known of one that had its name before. */
  let clear = false;
  const note = async (): Promise<void> => {
    if (clear && fault === undefined) return;
    await noteFileFault(database, processName(), fault);
    clear = fault === undefined;
  };
  const goOn = async (): Promise<void> => {
    file ??= await CheckpointFile.open(directory);
    await file.append(following(file.last, await chainFrom(database, file.last)));
    const closing = await closingCheckpoint(keeping, file.last);
    if (closing) await file.append([closing]);
    position = file.last?.position ?? null;
  };
  const look = async (): Promise<void> => {
    try {
      await goOn();
      fault = undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== fault) log.error({ err: error }, 'the file of checkpoints was not gone on with');
      fault = message;
      // Whoever mends it may put another in its place.
      await file?.close().catch(() => undefined);
      file = undefined;
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
    check: () => ({ ready: true, detail: { position, fault: fault ?? null } }),
    async stop() {
      stopping.abort();
      await kept;
      await file?.close();
      // What only this process could say goes with it.
      fault = undefined;
      await note().catch(() => undefined);
    },
  };
};
