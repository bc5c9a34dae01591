import { streamCategories } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { ReadModel } from '@groundswell/platform/read-store';
import { chainWriter } from './chain-writer.js';
import type { NamedCheckpoint } from './checkpoint.js';
import { readBlock, readConcepts, readHead, readTile } from './store.js';
import { logChainDdl, logChainFromVersion1 } from './tables.js';

type CheckpointRow = Omit<NamedCheckpoint, 'count' | 'signed'> & { readonly count: string };

const checkpointColumns = 'position::text, count::text, time, chain, root, concepts, previous, hash';
const fromRow = (row: CheckpointRow): NamedCheckpoint => ({
  ...row,
  count: Number(row.count),
  signed: null,
});

/**
 * A hash chain and a Merkle tree over all events in log order, and a checkpoint for each day of version 1:
 * see docs/proof.md. A few kilobytes for 256 events, whatever their size.
 */
export const logChain = {
  name: 'logChain',
  version: 2,
  categories: streamCategories,
  ddl: logChainDdl,
  inPlace: { from: 1, sql: logChainFromVersion1 },
  isEvidence: true,
  covering: ['chain_head', 'chain_block'],
  live: () => chainWriter('concepts of the events'),
  inBulk: { writer: () => chainWriter('all concepts') },
  queries: {
    head: readHead,
    concepts: readConcepts,
    tile: readTile,
    block: readBlock,
    /** Oldest first, from a position on. */
    async checkpointsFrom(sql: Sql, position: string, limit: number): Promise<NamedCheckpoint[]> {
      const rows = await sql.query<CheckpointRow>(
        `SELECT ${checkpointColumns} FROM chain_checkpoint WHERE position >= $1
          ORDER BY chain_checkpoint.position LIMIT $2`,
        [position, limit],
      );
      return rows.map(fromRow);
    },
    /** Newest first, only those before the one with a hash, `limit` at most. */
    async checkpoints(sql: Sql, before: string | undefined, limit: number): Promise<NamedCheckpoint[]> {
      const rows = await sql.query<CheckpointRow>(
        `SELECT ${checkpointColumns} FROM chain_checkpoint
          WHERE $1::text IS NULL OR position < (SELECT position FROM chain_checkpoint WHERE hash = $1)
          ORDER BY chain_checkpoint.position DESC LIMIT $2`,
        [before ?? null, limit],
      );
      return rows.map(fromRow);
    },
  },
} as const satisfies ReadModel;
