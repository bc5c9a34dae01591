import { freshDatabase } from '@groundswell/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type Sql } from '../database/database.js';
import type { EventBatch, RecordedEvent } from '../event-store/types.js';
import { applyBatch, Superseded } from './apply-batch.js';
import { prepareReadStore, readCheckpoints } from './checkpoint.js';
import { createTables, installReadModel, swapIn } from './install.js';
import { shadowSchemaOf } from './read-model.js';
import { NotBuiltYet, openReadStore, type ReadStore } from './read-store.js';
import type { RowTable } from './row-table.js';
import { rows } from './row-writer.js';

interface Tally {
  readonly stream: string;
  readonly count: number;
  readonly last: string | null;
}

/** Counts events: a fold that would show every repetition. */
const table: RowTable<Tally> = {
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
const tallies = {
  name: 'tallies',
  version: 1,
  categories: ['concept'] as const,
  ...rows(table),
  queries: { all: (sql: Sql) => sql.query<Tally>('SELECT stream, count, last FROM tally ORDER BY stream') },
};

const event = (position: number, stream: string, name: string): RecordedEvent =>
  ({
    type: 'ConceptRenamed',
    data: { name },
    stream,
    position: { commit: BigInt(position), prepare: BigInt(position) },
  }) as RecordedEvent;
const batch = (...events: RecordedEvent[]): EventBatch => ({
  events,
  position: events.at(-1)?.position ?? { commit: 0n, prepare: 0n },
});
const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let reader: ReadStore;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  await prepareReadStore(database);
  reader = openReadStore({
    url: fresh.databaseUrl,
    name: 'spec',
    models: [tallies],
    log: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  await reader.close();
  await database.close();
  await fresh.drop();
});

const apply = (applied: EventBatch, schema = 'tallies') => applyBatch(database, tallies, schema, applied);
const shown = async () => (await reader.read([tallies], tallies.queries.all)).value;

describe('applying a batch', () => {
  beforeEach(() => installReadModel(database, tallies));

  it('folds all events of a row, and moves the checkpoint with them', async () => {
    await apply(batch(event(1, 'a', 'x'), event(2, 'b', 'y'), event(5, 'a', 'z')));
    expect(await reader.read([tallies], tallies.queries.all)).toEqual({
      value: [
        { stream: 'a', count: 2, last: 'z' },
        { stream: 'b', count: 1, last: 'y' },
      ],
      positions: new Map([['tallies', 5n]]),
    });
  });

  it('gives the same rows when a batch comes twice, whole or in part', async () => {
    const events = [event(1, 'a', 'x'), event(2, 'b', 'y'), event(3, 'a', 'z'), event(4, 'b', 'vanish')];
    await apply(batch(...events));
    const once = await shown();
    await apply(batch(...events));
    await apply(batch(...events.slice(0, 2)));
    await apply(batch(...events.slice(2), event(6, 'c', 'new')));
    expect(await shown()).toEqual([...once, { stream: 'c', count: 1, last: 'new' }]);
  });

  it('waits for the disk where it serves, and leaves that to the swap where it is built beside', async () => {
    const waits: unknown[] = [];
    const curious = {
      ...tallies,
      apply: async (_: unknown, sql: Sql) => {
        waits.push(...(await sql.query('SHOW synchronous_commit')));
        return false;
      },
    };
    const beside = shadowSchemaOf(tallies);
    await database.transaction((sql) => createTables(sql, tallies, beside));
    await applyBatch(database, curious, 'tallies', batch(event(1, 'a', 'x')));
    await applyBatch(database, curious, beside, batch(event(1, 'a', 'x')));
    expect(waits).toEqual([{ synchronous_commit: 'on' }, { synchronous_commit: 'off' }]);
  });

  it('goes on from the rows of earlier batches, and removes a row', async () => {
    await apply(batch(event(1, 'a', 'x'), event(2, 'b', 'y')));
    await apply(batch(event(3, 'a', 'z'), event(4, 'b', 'vanish')));
    expect(await shown()).toEqual([{ stream: 'a', count: 2, last: 'z' }]);
  });

  it('gives the same rows, to the position of the last change, however the log was cut into batches', async () => {
    const stored = () => database.query<{ count: number; position: string }>('SELECT * FROM tallies.tally');
    const isQuiet = ({ data }: RecordedEvent) => (data as { name: string }).name === 'quiet';
    const evolve: typeof table.evolve = (row, each) => (row && isQuiet(each) ? row : table.evolve(row, each));
    const quiet = { ...tallies, ...rows({ ...table, evolve }) };
    const events = [event(1, 'a', 'x'), event(2, 'a', 'y'), event(3, 'a', 'quiet'), event(4, 'a', 'quiet')];
    await applyBatch(database, quiet, 'tallies', batch(...events));
    const atOnce = await stored();
    await database.transaction((sql) => createTables(sql, quiet, 'tallies'));
    for (const each of events) await applyBatch(database, quiet, 'tallies', batch(each));
    expect(await stored()).toEqual(atOnce);
    expect(atOnce).toEqual([{ stream: 'a', count: 2, last: 'y', position: '2' }]);
  });

  it('leaves rows and checkpoint as they were when it fails', async () => {
    await apply(batch(event(1, 'a', 'x')));
    await expect(apply(batch(event(2, 'a', 'y'), event(3, 'b', 'burst')))).rejects.toThrow('it burst');
    expect(await reader.read([tallies], tallies.queries.all)).toEqual({
      value: [{ stream: 'a', count: 1, last: 'x' }],
      positions: new Map([['tallies', 1n]]),
    });
  });

  it('is refused to a version that was succeeded', async () => {
    await database.query('UPDATE read_store.checkpoint SET version = 2');
    await expect(apply(batch(event(1, 'a', 'x')))).rejects.toThrow(Superseded);
  });
});

describe('tables', () => {
  it('of a newer version are refused, as are tables that changed without a new version', async () => {
    await installReadModel(database, { ...tallies, version: 2 });
    await expect(installReadModel(database, tallies)).rejects.toThrow(
      'tallies stands at version 2, and this program knows 1',
    );
    const widened = rows({ ...table, columns: { ...table.columns, count: 'bigint' } });
    await expect(installReadModel(database, { ...tallies, ...widened, version: 2 })).rejects.toThrow(
      'were changed, but its version is still 2',
    );
  });

  it('built beside are served from one moment to the next, and never before they have caught up', async () => {
    await installReadModel(database, tallies);
    await apply(batch(event(1, 'a', 'x'), event(2, 'a', 'y')));
    const next = { ...tallies, version: 2 };
    expect(await installReadModel(database, next)).toBe('older');
    const shadow = shadowSchemaOf(next);
    await database.transaction((sql) => createTables(sql, next, shadow));
    await applyBatch(database, next, shadow, batch(event(1, 'a', 'rebuilt')));
    expect(await swapIn(database, [next])).toBe(false);
    expect(await shown()).toEqual([{ stream: 'a', count: 2, last: 'y' }]);
    await applyBatch(database, next, shadow, batch(event(2, 'a', 'rebuilt')));
    expect(await swapIn(database, [next])).toBe(true);
    expect(await shown()).toEqual([{ stream: 'a', count: 2, last: 'rebuilt' }]);
    expect(await installReadModel(database, next)).toBe('current');
    expect(await readCheckpoints(database, [shadow])).toEqual([]);
  });

  it('do not change places under a reader who has begun: it would see them as they were when half built', async () => {
    await installReadModel(database, tallies);
    await apply(batch(event(1, 'a', 'x')));
    const shadow = shadowSchemaOf(tallies);
    await database.transaction((sql) => createTables(sql, tallies, shadow));
    const { value } = await reader.read([tallies], async (sql) => {
      await applyBatch(database, tallies, shadow, batch(event(1, 'a', 'rebuilt')));
      expect(await swapIn(database, [tallies])).toBe(false);
      return tallies.queries.all(sql);
    });
    expect(value).toEqual([{ stream: 'a', count: 1, last: 'x' }]);
    expect(await swapIn(database, [tallies])).toBe(true);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'rebuilt' }]);
  });

  it('let whoever waits to write go on with the new ones', async () => {
    await installReadModel(database, tallies);
    const shadow = shadowSchemaOf(tallies);
    await database.transaction((sql) => createTables(sql, tallies, shadow));
    await applyBatch(database, tallies, shadow, batch(event(1, 'a', 'rebuilt')));
    let waiting: Promise<void> | undefined;
    const someoneWaits = () =>
      database.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
    const swapped = await swapIn(database, [tallies], {
      async whileStill() {
        waiting = apply(batch(event(2, 'a', 'late')));
        waiting.catch(() => undefined);
        await expect.poll(someoneWaits, { timeout: 20_000 }).toHaveLength(1);
      },
    });
    await waiting;
    expect(swapped).toBe(true);
    expect(await shown()).toEqual([{ stream: 'a', count: 2, last: 'late' }]);
  });

  it('stand still while those beside them draw level, and change places all at once or not at all', async () => {
    const other = { ...tallies, name: 'otherTallies' };
    for (const model of [tallies, other]) {
      await installReadModel(database, model);
      await database.transaction((sql) => createTables(sql, model, shadowSchemaOf(model)));
    }
    await apply(batch(event(1, 'a', 'x')));
    const drawLevel = (
      standing: readonly { schema: string; position: EventBatch['position'] | undefined }[],
    ) =>
      applyBatch(database, tallies, shadowSchemaOf(tallies), {
        events: [event(1, 'a', 'rebuilt')],
        position: standing.find(({ schema }) => schema === 'tallies')?.position ?? at(0),
      });
    await applyBatch(database, other, 'other_tallies', batch(event(1, 'b', 'x')));
    expect(await swapIn(database, [tallies, other], { whileStill: drawLevel })).toBe(false);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'x' }]);
    await applyBatch(database, other, shadowSchemaOf(other), batch(event(1, 'b', 'x')));
    expect(await swapIn(database, [tallies, other], { whileStill: drawLevel })).toBe(true);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'rebuilt' }]);
  });

  it('that nobody made yet are told from a fault', async () => {
    await expect(reader.read([tallies], tallies.queries.all)).rejects.toThrow(NotBuiltYet);
  });
});

describe('waiting for a position', () => {
  beforeEach(() => installReadModel(database, tallies));
  const listening = () => expect.poll(() => reader.listening).toBe(true);

  it('ends as soon as the checkpoint gets there', async () => {
    await listening();
    const waiting = reader.waitFor([tallies], at(7), 5_000);
    await apply(batch(event(7, 'a', 'x')));
    expect(await waiting).toBe(true);
    expect(reader.heard(tallies)).toEqual({ position: 7n, changed: 7n });
  });

  it('ends without it when the time is over', async () => {
    await apply(batch(event(6, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(7), 30)).toBe(false);
  });

  it('also ends when the notification was lost', async () => {
    await listening();
    const waiting = reader.waitFor([tallies], at(9), 5_000);
    await database.query(`UPDATE read_store.checkpoint SET commit_position = 9, prepare_position = 9`);
    expect(await waiting).toBe(true);
  });

  it('tells changes from mere progress', async () => {
    await listening();
    await apply(batch(event(3, 'a', 'x')));
    await apply({ events: [], position: at(8) });
    expect(await reader.waitFor([tallies], at(8), 5_000)).toBe(true);
    expect(reader.heard(tallies)).toEqual({ position: 8n, changed: 3n });
  });

  const hearers = () =>
    database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
  /** Cuts the connection off, and waits for the next one: it may come too soon to be seen missing. */
  const cutOff = async () => {
    const cut = await hearers();
    expect(cut).toHaveLength(1);
    await database.query('SELECT pg_terminate_backend($1)', [cut[0]?.pid]);
    const isAnother = async () => {
      const [next] = await hearers();
      return next !== undefined && next.pid !== cut[0]?.pid;
    };
    await expect.poll(isAnother, { timeout: 10_000 }).toBe(true);
  };

  it('says that advances may have been missed after its connection was cut: tables may be others now', async () => {
    await listening();
    await apply(batch(event(5, 'a', 'x')));
    expect(await reader.waitFor([tallies], at(5), 5_000)).toBe(true);
    const heard: unknown[] = [];
    reader.onAdvance((advance) => heard.push(advance));
    await cutOff();
    await listening();
    expect(heard).toEqual([{ readModel: 'tallies', position: '5', changed: true, streams: null }]);
    expect(reader.heard(tallies)).toEqual({ position: 5n, changed: 5n });
  });

  it('hears again after its connection was cut', async () => {
    await listening();
    await cutOff();
    await listening();
    const waiting = reader.waitFor([tallies], at(4), 5_000);
    await apply(batch(event(4, 'a', 'x')));
    expect(await waiting).toBe(true);
  });
});
