import { type Sql, together } from '@groundswell/platform/database';
import type { StoredEvent } from '@groundswell/platform/event-store';
import { type Block, type BlockBytes, blockOf, emptyBlock, idsIn, positionsIn } from './block.js';
import type { NamedCheckpoint } from './checkpoint.js';
import { type ConceptHead, isConceptStream } from './concept-heads.js';
import { type ChainHead, type ChainState, type Grown, mayCloseDay, nothingYet } from './grow.js';
import { type Edge, edgeAt, hashesIn, levelsOf, tileWidth } from './growing-tree.js';
import { hashLength } from './hashes.js';

type Bytes = Buffer;

interface BlockRow extends Omit<BlockBytes, 'number'> {
  readonly number: string;
}

const bytesOf = ({ number, ...bytes }: BlockRow): BlockBytes => ({ ...bytes, number: Number(number) });

interface HeadRow {
  position: string;
  count: string;
  time: string;
  day: string;
  chain: Bytes;
  root: Bytes;
  previous: string | null;
  version1: string;
}

/** The head and the tree root at it. Undefined before the first event. */
export const readHead = async (sql: Sql): Promise<(ChainHead & { readonly root: Buffer }) | undefined> => {
  const [row] = await sql.query<HeadRow>(
    'SELECT position::text, count::text, time, day, chain, root, previous, version1::text FROM chain_head WHERE is_head = $1',
    [true],
  );
  return (
    row && {
      ...row,
      position: BigInt(row.position),
      count: Number(row.count),
      version1: Number(row.version1),
    }
  );
};

const isThere = async (sql: Sql, table: string): Promise<boolean> => {
  const [found] = await sql.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  return found?.there === true;
};

/**
 * How many events are of version 1, from the serving chain; where that part was lost, from the last
 * signature.
 */
const toldVersion1 = async (sql: Sql): Promise<number> => {
  const sources = [
    ['log_chain.chain_head', `SELECT to_jsonb(h) ->> 'version1' AS version1 FROM log_chain.chain_head h`],
    [
      'evidence.signed_checkpoint',
      'SELECT version1::text FROM evidence.signed_checkpoint ORDER BY number DESC LIMIT 1',
    ],
  ] as const;
  for (const [table, query] of sources) {
    if (!(await isThere(sql, table))) continue;
    const [row] = await sql.query<{ version1: string | null }>(query);
    if (row?.version1) return Number(row.version1);
  }
  return 0;
};

/** Start of a chain built alongside the serving one, with the same number of version 1 events. */
const beginning = async (sql: Sql): Promise<ChainHead> => ({
  ...nothingYet,
  version1: await toldVersion1(sql),
});

const readBlockBytes = async (sql: Sql, number: number): Promise<BlockBytes | undefined> => {
  const [row] = await sql.query<BlockRow>(
    'SELECT number::text, positions, ids, hashes FROM chain_block WHERE number = $1',
    [number],
  );
  return row && bytesOf(row);
};

/** One block of up to 256 events. Undefined if the chain is shorter. */
export const readBlock = async (sql: Sql, number: number): Promise<Block | undefined> => {
  const bytes = await readBlockBytes(sql, number);
  return bytes && blockOf(bytes);
};

type Named = Pick<Block, 'number' | 'positions' | 'ids'>;

/** Positions and ids in every block that could contain one of the wanted positions. */
export const readBlocksAround = async (sql: Sql, wanted: readonly bigint[]): Promise<Named[]> => {
  const rows = await sql.query<{ number: string; positions: Bytes; ids: Bytes }>(
    `SELECT number::text, positions, ids FROM chain_block WHERE number IN (
       SELECT (SELECT number FROM chain_block WHERE first_position <= wanted ORDER BY first_position DESC LIMIT 1)
         FROM unnest($1::bigint[]) AS wanted)`,
    [wanted],
  );
  return rows.map(({ number, positions, ids }) => ({
    number: Number(number),
    positions: positionsIn(positions),
    ids: idsIn(ids),
  }));
};

/** The ids in some blocks, one after the other. */
export const readBlocksFrom = async (
  sql: Sql,
  number: number,
  limit: number,
): Promise<Pick<BlockBytes, 'number' | 'ids'>[]> => {
  const rows = await sql.query<{ number: string; ids: Bytes }>(
    `SELECT number::text, ids FROM chain_block WHERE number >= $1 AND number < $1 + $2::bigint
      ORDER BY chain_block.number`,
    [number, limit],
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
};

/** The hashes of one tile. Level 0 is stored in the blocks. */
export const readTile = async (sql: Sql, level: number, number: number): Promise<Buffer[]> => {
  const [row] =
    level === 0
      ? await sql.query<{ hashes: Bytes }>('SELECT hashes FROM chain_block WHERE number = $1', [number])
      : await sql.query<{ hashes: Bytes }>('SELECT hashes FROM chain_tile WHERE level = $1 AND number = $2', [
          level,
          number,
        ]);
  return row ? hashesIn(row.hashes) : [];
};

interface ConceptRow {
  stream: string;
  count: string;
  position: string;
  head: Bytes;
}

/** Heads of the given streams or of all, ordered by the bytes of the stream names. */
export const readConcepts = async (
  sql: Sql,
  streams?: readonly string[],
): Promise<Map<string, ConceptHead>> => {
  const rows = await sql.query<ConceptRow>(
    'SELECT stream, count::text, position::text, head FROM chain_concept WHERE $1::text[] IS NULL OR stream = ANY ($1) ORDER BY stream',
    [streams ?? null],
  );
  return new Map(
    rows.map(({ stream, count, position, head }) => [
      stream,
      { stream, count: Number(count), position: BigInt(position), head },
    ]),
  );
};

/** Recorded events would be overwritten: the chain does not end where its head says. */
class ChainCut extends Error {
  override readonly name = 'ChainCut';
  constructor() {
    super(
      'the stored chain does not end where its head says: someone has changed it. Nothing is added to it; audit verify shows more.',
    );
  }
}

/** Whose heads are read: those of the events' concepts, when no others follow, or all. */
export type ConceptsRead = 'concepts of the events' | 'all concepts';

/** What is needed to extend the chain. */
export const readChainState = async (
  sql: Sql,
  events: readonly Pick<StoredEvent, 'stream' | 'recordedAt'>[],
  concepts: ConceptsRead,
): Promise<ChainState> => {
  const { root: _root, ...head } = (await readHead(sql)) ?? {
    ...(await beginning(sql)),
    root: undefined,
  };
  const streams = [...new Set(events.map(({ stream }) => stream).filter(isConceptStream))];
  // Closing a day requires all concepts.
  const all = concepts === 'all concepts' || events.some((event) => mayCloseDay(event, head));
  const edgeOf = async (level: number): Promise<Edge> => {
    const { number, filled } = edgeAt(head.count, level);
    return { number, hashes: filled > 0 ? await readTile(sql, level, number) : [] };
  };
  const last = edgeAt(head.count, 0);
  const reading = {
    edges: together(Array.from({ length: levelsOf(head.count) }, (_, level) => edgeOf(level))),
    block: readBlockBytes(sql, last.number),
    concepts: readConcepts(sql, all ? undefined : streams),
  };
  await together<unknown>(Object.values(reading));
  const [edges, block] = [await reading.edges, await reading.block];
  if ((block?.hashes.length ?? 0) !== last.filled * hashLength) throw new ChainCut();
  return {
    head,
    block: block ?? emptyBlock(last.number),
    edges: edges.map(({ number, hashes }) => ({ number, hashes: hashes.slice(0, tileWidth) })),
    concepts: await reading.concepts,
  };
};

const writeHead = `INSERT INTO chain_head (position, count, time, day, chain, root, previous, version1)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (is_head) DO UPDATE SET position = excluded.position, count = excluded.count, time = excluded.time,
    day = excluded.day, chain = excluded.chain, root = excluded.root, previous = excluded.previous`;

const writeBlocks = `INSERT INTO chain_block (number, first_position, positions, ids, hashes)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])
  ON CONFLICT (number) DO UPDATE SET positions = excluded.positions, ids = excluded.ids, hashes = excluded.hashes`;

const writeTiles = `INSERT INTO chain_tile (level, number, hashes)
  SELECT * FROM unnest($1::integer[], $2::bigint[], $3::bytea[])
  ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes`;

const writeConcepts = `INSERT INTO chain_concept (stream, count, position, head)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[])
  ON CONFLICT (stream) DO UPDATE SET count = excluded.count, position = excluded.position, head = excluded.head`;

const writeCheckpoints = `INSERT INTO chain_checkpoint (position, count, time, chain, root, concepts, previous, hash)
  SELECT position, count, time, chain, root, concepts, previous, hash
  FROM jsonb_to_recordset($1) AS r (position bigint, count bigint, time text, chain text, root text, concepts text,
    previous text, hash text)`;

/** Writes the changes since the last hand-over. Must be called in a transaction. */
export const writeGrown = async (sql: Sql, grown: Grown): Promise<void> => {
  const { head, blocks, tiles, checkpoints } = grown;
  const concepts = [...grown.concepts.values()];
  const writes: Promise<unknown>[] = [
    sql.query(writeHead, [
      head.position,
      head.count,
      head.time,
      head.day,
      head.chain,
      grown.root,
      head.previous,
      head.version1,
    ]),
    sql.query(writeBlocks, [
      blocks.map(({ number }) => number),
      blocks.map(({ positions }) => positions.readBigInt64BE()),
      blocks.map(({ positions }) => positions),
      blocks.map(({ ids }) => ids),
      blocks.map(({ hashes }) => hashes),
    ]),
  ];
  if (tiles.length > 0) {
    writes.push(
      sql.query(writeTiles, [
        tiles.map(({ level }) => level),
        tiles.map(({ number }) => number),
        tiles.map(({ hashes }) => Buffer.concat(hashes)),
      ]),
    );
  }
  if (concepts.length > 0) {
    writes.push(
      sql.query(writeConcepts, [
        concepts.map(({ stream }) => stream),
        concepts.map(({ count }) => count),
        concepts.map(({ position }) => position),
        concepts.map((concept) => concept.head),
      ]),
    );
  }
  if (checkpoints.length > 0) {
    const rows = JSON.stringify(checkpoints satisfies readonly NamedCheckpoint[]);
    writes.push(sql.query(writeCheckpoints, [rows]));
  }
  await together(writes);
};
