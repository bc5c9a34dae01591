import { freshDatabase } from '@groundswell/testing';
import { pino } from 'pino';
import { openDatabase } from '../../database/database.js';
import type { Sql } from '../../database/sql.js';
import type { EventBatch, RecordedEvent } from '../../event-store/types.js';
import { applyBatch } from '../apply-batch.js';
import { prepareReadStore } from '../checkpoint.js';
import { openReadStore } from '../read-store.js';
import type { RowTable } from '../row-table.js';
import { rows } from '../row-writer.js';

interface Tally {
  readonly stream: string;
  readonly count: number;
  readonly last: string | null;
}

/** Counts events: a fold that would show every repetition. */
export const table: RowTable<Tally> = {
  name: 'tally',
  key: 'stream',
  columns: { stream: 'text', count: 'integer', last: 'text?' },
  keyOf: ({ stream }) => stream,
  evolve: (row, { stream, data }) => {
    const { name } = data as { name: string };
    if (name === 'vanish') return undefined;
    if (name === 'burst') throw new Error('it burst');
    return { stream, count: (row?.count ?? 0) + 1, last: name };
  },
};
export const tallies = {
  name: 'tallies',
  version: 1,
  categories: ['concept'] as const,
  ...rows(table),
  queries: { all: (sql: Sql) => sql.query<Tally>('SELECT stream, count, last FROM tally ORDER BY stream') },
};

export const event = (position: number, stream: string, name: string): RecordedEvent =>
  ({
    type: 'ConceptRenamed',
    data: { name },
    stream,
    position: { commit: BigInt(position), prepare: BigInt(position) },
  }) as RecordedEvent;
export const batch = (...events: RecordedEvent[]): EventBatch => ({
  events,
  position: events.at(-1)?.position ?? { commit: 0n, prepare: 0n },
});
export const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

/** A database of its own with a writer and a reader of tallies; nothing is installed in it yet. */
export const openTallies = async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  await prepareReadStore(database);
  const reader = openReadStore({
    url: fresh.databaseUrl,
    name: 'spec',
    models: [tallies],
    log: pino({ level: 'silent' }),
  });
  return {
    url: fresh.databaseUrl,
    database,
    reader,
    apply: (applied: EventBatch, schema = 'tallies') => applyBatch(database, tallies, schema, applied),
    shown: async () => (await reader.read([tallies], tallies.queries.all)).value,
    async close() {
      await reader.close();
      await database.close();
      await fresh.drop();
    },
  };
};

export type OpenTallies = Awaited<ReturnType<typeof openTallies>>;
