import type { Database, Sql } from '@groundswell/platform/database';
import { readCheckpoints, readerLock, schemaOf } from '@groundswell/platform/read-store';
import { trustedKeys } from '../checkpoints/key-statement.js';
import { countOfSeries, newestSigned, readKeys } from '../checkpoints/signed-store.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import type { ConceptHead } from '../read-models/log-chain/concept-heads.js';
import type { ChainHead } from '../read-models/log-chain/grow.js';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import type { Recorded } from './compare-entries.js';

/** What the chain says, as of one moment. */
export interface StoredChain {
  readonly head: ChainHead & { readonly root: Buffer };
  /** Position of the last event that it has a record of. */
  readonly end: bigint;
  readonly concepts: ReadonlyMap<string, ConceptHead>;
  /** Of version 1, newest first. */
  readonly checkpoints: readonly NamedCheckpoint[];
  /** Signed ones, newest first; `ofSeries` of them lead on from each other up to the head. */
  readonly signed: readonly NamedCheckpoint[];
  readonly ofSeries: number;
  readonly keys: ReadonlyMap<string, string>;
  /** The hashes of a tile of the tree, one behind the other; empty where there is none. */
  readonly tile: (level: number, number: number) => Promise<Buffer>;
  /** What was recorded of each event up to the head. */
  readonly entries: () => AsyncGenerator<readonly Recorded[]>;
}

const everything = 2 ** 31 - 1;

const inSchema = <T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.transaction(work, { kind: 'snapshot', first: readerLock, schemas: [schemaOf(logChain)] });

/** A UUID out of its bytes. */
const idText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @returns undefined while nothing was chained */
export const readStoredChain = async (database: Database): Promise<StoredChain | undefined> => {
  const [standing] = await readCheckpoints(database, [schemaOf(logChain)]);
  if (!standing) return undefined;
  const stored = await inSchema(database, async (sql) => {
    const head = await logChain.queries.head(sql);
    if (!head) return undefined;
    const checkpoints = await logChain.queries.checkpoints(sql, undefined, everything);
    const number = Math.floor((head.count - 1) / tileWidth);
    const last = await logChain.queries.block(sql, number);
    const end = last?.positions[head.count - 1 - number * tileWidth] ?? head.position;
    return { head, end, checkpoints, concepts: await logChain.queries.concepts(sql) };
  });
  if (!stored) return undefined;
  const signed = await newestSigned(database, everything);
  const evidence = {
    signed,
    ofSeries: await countOfSeries(database),
    keys: trustedKeys(await readKeys(database)),
  };
  const { count } = stored.head;
  return {
    ...stored,
    ...evidence,
    tile: async (level, number) =>
      Buffer.concat(await inSchema(database, (sql) => logChain.queries.tile(sql, level, number))),
    async *entries() {
      for (let number = 0; number * tileWidth < count; number += 1) {
        const block = await inSchema(database, (sql) => logChain.queries.block(sql, number));
        if (!block) continue;
        const known = block.positions.slice(0, count - number * tileWidth);
        yield known.map((position, index) => ({
          ordinal: number * tileWidth + index,
          position,
          id: idText(block.ids[index] ?? Buffer.of()),
          leaf: block.hashes[index]?.toString('hex') ?? '',
        }));
      }
    },
  };
};
