import { type CheckResult, keepDoing, type Log, messageOf } from '@groundswell/platform';
import { type Database, isStructural } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { whileOwning } from '@groundswell/platform/read-store';
import { type KeyStatement, trustedKeys } from '../checkpoints/key-statement.js';
import {
  type Cadence,
  Diverged,
  isToBeMade,
  makeCheckpoint,
  type Signer,
  usualCadence,
} from '../checkpoints/make-checkpoint.js';
import { isSound } from '../checkpoints/sign-checkpoint.js';
import { type Numbered, numberOf, readKeys, signedAfter } from '../checkpoints/signed-store.js';
import { noteFileFault } from '../operations/alarms.js';
import { processName } from '../operations/keepers.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { inChain } from '../read-models/log-chain/in-chain.js';
import { rootAt } from '../read-models/log-chain/root-at.js';
import { CheckpointFile } from './checkpoint-file.js';

interface Keeping {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'identity'>;
  /** Without a key this process signs nothing, but still writes down what other processes sign. */
  readonly signer: Signer | undefined;
  /** Where signed checkpoints are written; nowhere when omitted. */
  readonly directory: string | undefined;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds between two checks. */
  readonly every?: number;
  readonly cadence?: Cadence;
}

export interface KeptCheckpoints {
  /**
   * How far the file is, and whether it can be continued. Never holds up the service: it is only evidence.
   */
  readonly check: () => CheckResult;
  stop(): Promise<void>;
}

const usually = 10_000;
/** Lock name for the process that signs. */
const signing = 'checkpoints';
/** Checkpoints to write at a time. */
const mostAtOnce = 1_000;

/** What is to be written after the last line of a file. */
interface Onward {
  readonly keys: readonly KeyStatement[];
  readonly checkpoints: readonly NamedCheckpoint[];
}

/**
 * What was signed after the last line of the file.
 * @throws Diverged when the tables do not know that line, hold something unsigned, or the chain does not lead
 * through it
 */
const following = async (database: Database, last: NamedCheckpoint | undefined): Promise<Onward> => {
  const rootThere = await inChain(database, (sql) => rootAt(sql, last?.count ?? 0));
  const number = last?.signed ? await numberOf(database, last.hash) : 0;
  if (last && (number === undefined || (rootThere !== undefined && rootThere !== last.root))) {
    throw new Diverged(
      `The checkpoint of position ${last.position} (${last.hash}) was recorded, but ` +
        `${number === undefined ? 'the database no longer has it' : 'the chain no longer leads there'}: ` +
        'the log or the database was changed since. `npm run ops -- audit verify` shows more. Once you know why, ' +
        'move the file elsewhere, and mirror to another bucket.',
    );
  }
  const found = await signedAfter(database, number ?? 0, mostAtOnce);
  if (found.length === 0) return { keys: [], checkpoints: [] };
  const keys = await readKeys(database);
  const trusted = trustedKeys(keys);
  const forged = found.find(({ checkpoint }: Numbered) => !isSound(checkpoint, trusted));
  if (forged) {
    throw new Diverged(
      `The checkpoint of ${forged.checkpoint.count} events in the database is not what was signed, so it is not recorded.`,
    );
  }
  return { keys, checkpoints: found.map(({ checkpoint }) => checkpoint) };
};

const textOf = (fault: unknown): string => {
  if (isStructural(fault))
    return 'nothing is signed or recorded while the tables of the hash chain are damaged';
  return messageOf(fault);
};

/** Signs checkpoints when they are due and appends them to a file, which changes in the database do not reach. */
export const keepCheckpoints = (keeping: Keeping): KeptCheckpoints => {
  const { database, directory, log, every = usually } = keeping;
  let file: CheckpointFile | undefined;
  let position: string | null = null;
  let fault: string | undefined;
  /**
   * Whether the database is known to show no fault of this process. False at first: an earlier process may have had
   * the same name.
   */
  let clear = false;
  const note = async (): Promise<void> => {
    if (clear && fault === undefined) return;
    await noteFileFault(database, processName(), fault);
    clear = fault === undefined;
  };
  const write = async (): Promise<void> => {
    if (directory === undefined) return;
    file ??= await CheckpointFile.open(directory);
    const { keys, checkpoints } = await following(database, file.last);
    if (checkpoints.length > 0) await file.append(keys, checkpoints);
    position = file.last?.position ?? null;
  };
  const look = async (): Promise<void> => {
    const faults: string[] = [];
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        const message = textOf(error);
        if (!fault?.includes(message)) log.error({ err: error }, 'checkpoints could not be continued');
        faults.push(message);
        return false;
      }
    };
    await attempt(() => signWhenDue(keeping));
    if (!(await attempt(write))) {
      // An operator who fixes it may replace the file.
      await file?.close().catch(() => undefined);
      file = undefined;
    }
    fault = faults.length > 0 ? [...new Set(faults)].join(' ') : undefined;
    // Its own failure stops nothing: it is retried at the next check.
    await note().catch(() => undefined);
  };
  const kept = keepDoing(every, look);
  return {
    check: () => ({ ready: true, detail: { position, fault: fault ?? null } }),
    async stop() {
      await kept.stop();
      await file?.close();
      // Reports of this process alone end with it.
      fault = undefined;
      await note().catch(() => undefined);
    },
  };
};

/** Only one process signs at a time: two would link to the same previous checkpoint. */
const signWhenDue = async ({
  database,
  eventStore,
  signer,
  now,
  cadence = usualCadence,
}: Keeping): Promise<void> => {
  if (!signer) return;
  // Far less than the lock, which takes a connection of its own, and than the log, which is asked for its first event.
  while (await isToBeMade(database, signer, { now: now(), cadence })) {
    const log = await eventStore.identity();
    if (log === undefined) return;
    const made = await whileOwning(database, signing, (session) =>
      makeCheckpoint(database, session, signer, { log, now: now(), cadence }),
    );
    if (!made) return;
  }
};
