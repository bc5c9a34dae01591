import type { Database, Sql } from '@groundswell/platform/database';
import type { EventStore, StoredEvent } from '@groundswell/platform/event-store';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { linked } from '../read-models/log-chain/hashes.js';
import { inChain } from '../read-models/log-chain/in-chain.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { TreeReader } from '../read-models/log-chain/tree-proofs.js';
import type { KeptAudit } from './audits.js';
import { leafTextAt } from './compare-entries.js';

/** A position up to which the log was verified. */
type Verified = Pick<KeptAudit, 'count' | 'position' | 'chain' | 'root'>;

interface Check {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly since: Verified;
  readonly signal: AbortSignal;
}

const rootOf = async (sql: Sql, count: number): Promise<string> => {
  const tree = new TreeReader((level, number) => logChain.queries.tile(sql, level, number));
  return (await tree.root(0, count)).toString('hex');
};

/**
 * Verifies what was added since an earlier verification: that the chain still leads through that place, and
 * that each event since matches its record.
 * @returns how far it came; undefined when anything differs, and only a full audit can tell what
 */
export const verifyNew = async ({
  database,
  eventStore,
  since,
  signal,
}: Check): Promise<Verified | undefined> => {
  const stored = await inChain(database, async (sql) => {
    const head = await logChain.queries.head(sql);
    if (!head || head.count < since.count) return undefined;
    const leadsThrough = (await rootOf(sql, since.count)) === since.root;
    return leadsThrough && (await rootOf(sql, head.count)) === head.root.toString('hex') ? head : undefined;
  });
  if (!stored) return undefined;
  const reading = new Reading(database, stored, since);
  const at = BigInt(since.position);
  for await (const batch of eventStore.readStoredLog({ commit: at, prepare: at })) {
    for (const event of batch) if (!reading.isAtEnd && !(await reading.take(event))) return undefined;
    signal.throwIfAborted();
    if (reading.isAtEnd) break;
  }
  if (!reading.isAtEnd || !reading.chain.equals(stored.chain)) return undefined;
  return {
    count: stored.count,
    position: stored.position.toString(),
    chain: stored.chain.toString('hex'),
    root: stored.root.toString('hex'),
  };
};

type Head = NonNullable<Awaited<ReturnType<typeof logChain.queries.head>>>;

/** Compares the log with its record from the last verified event on. */
class Reading {
  chain: Buffer;
  #ordinal: number;
  #block: Awaited<ReturnType<typeof logChain.queries.block>>;

  constructor(
    private readonly database: Database,
    private readonly head: Head,
    private readonly since: Verified,
  ) {
    this.chain = Buffer.from(since.chain, 'hex');
    this.#ordinal = since.count - 1;
  }

  get isAtEnd(): boolean {
    return this.#ordinal >= this.head.count;
  }

  /** @returns whether the event matches the next record */
  async take(event: StoredEvent): Promise<boolean> {
    const number = Math.floor(this.#ordinal / tileWidth);
    const index = this.#ordinal % tileWidth;
    if (this.#block?.number !== number) {
      this.#block = await inChain(this.database, (sql) => logChain.queries.block(sql, number));
    }
    const leaf = this.#block?.hashes[index];
    const isSame = leaf?.toString('hex') === leafTextAt(event, this.#ordinal, this.head.version1);
    // The first one was verified before: it shows that the log still leads through it.
    if (leaf && this.#ordinal >= this.since.count) this.chain = linked(this.chain, leaf);
    this.#ordinal += 1;
    return isSame;
  }
}
