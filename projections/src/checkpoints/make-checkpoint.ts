import type { Database, Sql } from '@groundswell/platform/database';
import { readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import type { ConceptHead } from '../read-models/log-chain/concept-heads.js';
import { type ChainHead, checkpointOf } from '../read-models/log-chain/grow.js';
import { inChain } from '../read-models/log-chain/in-chain.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { TreeReader } from '../read-models/log-chain/tree-proofs.js';
import { stateKey, trustedKeys } from './key-statement.js';
import { isSound, signCheckpoint } from './sign-checkpoint.js';
import {
  countNewSeries,
  keepKey,
  keepSigned,
  newestOfSeries,
  newestSigned,
  readKeys,
} from './signed-store.js';
import type { SigningKey } from './signing-key.js';

/**
 * The chain no longer leads through a signed checkpoint: the log or the chain was changed, or an older log
 * was restored.
 */
export class Diverged extends Error {
  override readonly name = 'Diverged';
}

/** The key may not follow the published one. */
class UnknownKey extends Error {
  override readonly name = 'UnknownKey';
}

/** How often to make a checkpoint, whichever limit is reached first. */
export interface Cadence {
  readonly events: number;
  readonly milliseconds: number;
}

export const usualCadence: Cadence = { events: 1_000, milliseconds: 3_600_000 };

export interface Signer {
  readonly key: SigningKey;
  /** The key it succeeds, while that one is available to sign its successor. */
  readonly before: SigningKey | undefined;
}

interface Present {
  readonly head: ChainHead;
  /** Root of the stored tree, computed from its tiles. */
  readonly root: Buffer;
  readonly rootAtNewest: string | undefined;
  readonly concepts: ReadonlyMap<string, ConceptHead>;
}

const readPresent = async (sql: Sql, newest: NamedCheckpoint | undefined): Promise<Present | undefined> => {
  const head = await logChain.queries.head(sql);
  if (!head) return undefined;
  const tree = new TreeReader((level, number) => logChain.queries.tile(sql, level, number));
  return {
    head,
    root: await tree.root(0, head.count),
    rootAtNewest:
      newest && newest.count <= head.count ? (await tree.root(0, newest.count)).toString('hex') : undefined,
    concepts: await logChain.queries.concepts(sql),
  };
};

/** Whether there is enough new to sign, or it has waited long enough. */
export const isDue = (
  head: Pick<ChainHead, 'count'>,
  newest: Pick<NamedCheckpoint, 'count' | 'time'> | undefined,
  now: Date,
  { events, milliseconds }: Cadence,
): boolean => {
  if (!newest) return true;
  const added = head.count - newest.count;
  // A clock that ran ahead and was set back must not hold up the next one until it is there again.
  const apart = Math.abs(now.getTime() - Date.parse(newest.time));
  return added > 0 && (added >= events || apart >= milliseconds);
};

/** Publishes the key if it is new. @throws UnknownKey if the last published key did not sign it */
const publishKey = async (sql: Sql, { key, before }: Signer, now: Date): Promise<void> => {
  const published = await readKeys(sql);
  const last = published.at(-1);
  if (last?.id === key.id) return;
  if (published.some(({ id }) => id === key.id)) {
    throw new UnknownKey('The key that signs checkpoints was replaced by another. Configure the newer one.');
  }
  if (last && last.id !== before?.id) {
    throw new UnknownKey(
      'The key that signs checkpoints is not the one that was published, and that one has not signed it. ' +
        'Put the old key back, or give it as CHECKPOINT_KEY_BEFORE so that it signs its successor.',
    );
  }
  await keepKey(sql, stateKey(key, now, last && before));
};

interface Occasion {
  readonly now: Date;
  readonly cadence: Cadence;
}

/** What a due checkpoint follows. */
interface Due {
  /** How many series had begun. */
  readonly begun: number;
  readonly last: NamedCheckpoint | undefined;
  readonly newest: NamedCheckpoint | undefined;
}

/** @throws Diverged */
const findDue = async (database: Database, { now, cadence }: Occasion): Promise<Due | undefined> => {
  const begun = await countNewSeries(database);
  const [last] = await newestSigned(database, 1);
  const newest = await newestOfSeries(database);
  if (last && !isSound(last, trustedKeys(await readKeys(database)))) {
    throw new Diverged(`The checkpoint of ${last.count} events in the database is not what was signed.`);
  }
  const [stored] = await readCheckpoints(database, [schemaOf(logChain)]);
  if (!stored) return undefined;
  const head = await inChain(database, (sql) => logChain.queries.head(sql));
  if (!head || (newest && head.count === newest.count) || !isDue(head, newest, now, cadence))
    return undefined;
  return { begun, last, newest };
};

/**
 * Whether `makeCheckpoint` would write anything. It asks on connections that are open anyway.
 * @throws Diverged
 */
export const isToBeMade = async (database: Database, { key }: Signer, occasion: Occasion): Promise<boolean> =>
  (await readKeys(database)).at(-1)?.id !== key.id || (await findDue(database, occasion)) !== undefined;

/**
 * Signs the head of the chain if a checkpoint is due.
 * @param owner the session that owns the lock for checkpoints: what is recorded through it cannot come after another
 * process took over, so each checkpoint names the one before it
 * @returns the new checkpoint; undefined if none was due, or if a new series was begun meanwhile
 * @throws Diverged, UnknownKey
 */
export const makeCheckpoint = async (
  database: Database,
  owner: Sql,
  signer: Signer,
  occasion: Occasion & { readonly log: string },
): Promise<NamedCheckpoint | undefined> => {
  const { log, now } = occasion;
  await publishKey(owner, signer, now);
  const due = await findDue(database, occasion);
  if (!due) return undefined;
  const { begun, last, newest } = due;
  const present = await inChain(database, (sql) => readPresent(sql, newest));
  if (!present) return undefined;
  const contradiction = contradictionOf(newest, present, log);
  if (contradiction !== undefined) {
    // What was signed of a chain that was set aside meanwhile says nothing about the present one.
    if ((await countNewSeries(database)) !== begun) return undefined;
    throw new Diverged(contradiction);
  }
  const {
    signed: _unsigned,
    hash: _hash,
    ...facts
  } = checkpointOf(present.head, present.root, present.concepts.values());
  const made = signCheckpoint(
    { ...facts, time: now.toISOString(), previous: last?.hash ?? present.head.previous },
    { log, version1: present.head.version1 },
    signer.key,
  );
  return (await keepSigned(owner, made, begun)) ? made : undefined;
};

const contradictionOf = (
  newest: NamedCheckpoint | undefined,
  present: Present,
  log: string,
): string | undefined => {
  if (!newest) return undefined;
  const { count, root, signed, hash } = newest;
  const sameLog = signed?.log === log;
  if (sameLog && present.rootAtNewest === root && signed.version1 === present.head.version1) return undefined;
  return (
    `${count} events were signed (${hash}), and the ${sameLog ? 'chain no longer leads there' : 'log is another one'}: ` +
    'the log or the chain was changed since. No checkpoint is signed before that is explained: audit verify says more.'
  );
};
