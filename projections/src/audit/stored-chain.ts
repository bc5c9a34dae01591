import { type Database, faultsText, type Sql, unlessStructural } from '@groundswell/platform/database';
import { damageOf, readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import { trustedKeys } from '../checkpoints/key-statement.js';
import { countOfSeries, newestSigned, readKeys } from '../checkpoints/signed-store.js';
import { madeOf } from '../operations/damage.js';
import { idText } from '../read-models/log-chain/block.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import type { ConceptHead } from '../read-models/log-chain/concept-heads.js';
import type { ChainHead } from '../read-models/log-chain/grow.js';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { inChain } from '../read-models/log-chain/in-chain.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import type { Recorded } from './compare-entries.js';

/** Signed checkpoints, kept even when the chain is lost. */
export interface StoredSigned {
  /** Newest first. The first `ofSeries` of them form an unbroken series up to the head. */
  readonly signed: readonly NamedCheckpoint[];
  readonly ofSeries: number;
  readonly keys: ReadonlyMap<string, string>;
}

/** What is stored about the log. */
export interface Stored {
  readonly signed: StoredSigned;
  /** Undefined if nothing was chained yet or the chain is unreadable. */
  readonly chain: StoredChain | undefined;
  /** Why the chain cannot be read, if there is or was one; undefined otherwise. */
  readonly lost: string | undefined;
}

/** The chain as of one moment. */
export interface StoredChain {
  readonly head: ChainHead & { readonly root: Buffer };
  /** Position of the last event in its record. */
  readonly end: bigint;
  /** Undefined if its table is damaged. The same goes for the version 1 checkpoints, newest first. */
  readonly concepts: ReadonlyMap<string, ConceptHead> | undefined;
  readonly checkpoints: readonly NamedCheckpoint[] | undefined;
  readonly hasTiles: boolean;
  /** What is missing from its tables, or altered; undefined when they are intact. */
  readonly damage: string | undefined;
  /** The concatenated hashes of a tile of the tree; empty where there is none. */
  readonly tile: (level: number, number: number) => Promise<Buffer>;
  /** The record of each event up to the head. */
  readonly entries: () => AsyncGenerator<readonly Recorded[]>;
}

const everything = 2 ** 31 - 1;

/** The chain, as far as it is readable, and the signed checkpoints. */
export const readStored = async (database: Database): Promise<Stored> => {
  const signed: StoredSigned = {
    signed: await newestSigned(database, everything),
    ofSeries: await countOfSeries(database),
    keys: trustedKeys(await readKeys(database)),
  };
  const [damage] = await damageOf(database, [madeOf(logChain)]);
  const damaged = damage?.faults.filter(({ ofShape }) => ofShape) ?? [];
  const words = damaged.length > 0 ? faultsText(damaged) : undefined;
  const [checkpoint] = await readCheckpoints(database, [schemaOf(logChain)]);
  const parts = checkpoint || words ? await readParts(database) : undefined;
  if (parts) return { signed, chain: { ...readerOf(database, parts), damage: words }, lost: undefined };
  const isExpected = signed.ofSeries > 0 || checkpoint?.position !== undefined;
  return { signed, chain: undefined, lost: words ?? (isExpected ? 'its head is missing' : undefined) };
};

type Parts = Pick<StoredChain, 'head' | 'end' | 'checkpoints' | 'concepts' | 'hasTiles'>;

const { queries } = logChain;
const checkpointsOf = (sql: Sql) => queries.checkpoints(sql, undefined, everything);

const readHeadAndEnd = async (sql: Sql): Promise<Pick<Parts, 'head' | 'end'> | undefined> => {
  const head = await queries.head(sql);
  if (!head) return undefined;
  const number = Math.floor((head.count - 1) / tileWidth);
  const last = await queries.block(sql, number);
  return { head, end: last?.positions[head.count - 1 - number * tileWidth] ?? head.position };
};

/**
 * As of one moment; of a damaged chain, which does not change, whatever can be read. Undefined if its head or
 * events cannot.
 */
const readParts = async (database: Database): Promise<Parts | undefined> => {
  const whole = await unlessStructural(
    inChain(database, async (sql) => {
      const ends = await readHeadAndEnd(sql);
      await queries.tile(sql, 1, 0);
      return (
        ends && {
          ...ends,
          checkpoints: await checkpointsOf(sql),
          concepts: await queries.concepts(sql),
          hasTiles: true,
        }
      );
    }),
  );
  if (whole) return whole;
  const ends = await unlessStructural(inChain(database, readHeadAndEnd));
  if (!ends) return undefined;
  return {
    ...ends,
    checkpoints: await unlessStructural(inChain(database, checkpointsOf)),
    concepts: await unlessStructural(inChain(database, (sql) => queries.concepts(sql))),
    hasTiles: (await unlessStructural(inChain(database, (sql) => queries.tile(sql, 1, 0)))) !== undefined,
  };
};

const readerOf = (database: Database, stored: Parts): Omit<StoredChain, 'damage'> => {
  const { count } = stored.head;
  return {
    ...stored,
    tile: async (level, number) =>
      Buffer.concat(await inChain(database, (sql) => queries.tile(sql, level, number))),
    async *entries() {
      for (let number = 0; number * tileWidth < count; number += 1) {
        const block = await inChain(database, (sql) => queries.block(sql, number));
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
