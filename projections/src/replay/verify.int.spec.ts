import { setTimeout } from 'node:timers/promises';
import type { EventStore } from '@groundswell/platform/event-store';
import { readCheckpoints } from '@groundswell/platform/read-store';
import { describe, expect, it, vi } from 'vitest';
import { readRebuilds } from '../operations/status.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { newEvent } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { verify } from './verify.js';

vi.setConfig({ testTimeout: 120_000 });
const shared = shareStack(['trend_list']);
const { create, names, upToDate, shadows, dependencies } = trendsOn(shared);
const patiently = { timeout: 60_000, interval: 25 };

describe('verify', () => {
  it('names each altered, missing or extra row, with its columns and the events it comes from', async () => {
    const altered = await create('Altered', newEvent('ConceptRenamed', { name: 'Renamed' }));
    const lost = await create('Lost');
    await shared.keep(trendList);
    await upToDate();
    await shared.database.query(`UPDATE card SET name = 'Forged' WHERE id = $1`, [altered.id]);
    await shared.database.query('DELETE FROM card WHERE id = $1', [lost.id]);
    await shared.database.query(
      `INSERT INTO card SELECT 'made-up', 'Made up', description, image_url, holdings, created_at, changed_at, position
         FROM card LIMIT 1`,
    );
    const { comparisons, differences } = await verify(dependencies(), [trendList]);
    expect(comparisons).toMatchObject([
      { differences: 3, tables: [{ table: 'card', missing: 1, surplus: 1, changed: 1 }] },
    ]);
    const of = (id: string) => differences.find(({ key }) => key.id === id);
    expect(of(altered.id)).toMatchObject({
      readModel: 'trendList',
      table: 'card',
      columns: ['name'],
      live: { name: 'Forged' },
      rebuilt: { name: 'Renamed' },
      cause: {
        words: expect.stringContaining('altered by hand'),
        events: [
          { type: 'ConceptRenamed', stream: `concept-${altered.id}`, position: altered.position.toString() },
        ],
      },
    });
    expect(of(lost.id)).toMatchObject({
      live: null,
      rebuilt: { name: 'Lost' },
      cause: {
        words: expect.stringContaining('The live row is missing'),
        events: [{ type: 'ConceptCreated', revision: '0' }],
      },
    });
    expect(of('made-up')).toMatchObject({
      rebuilt: null,
      cause: { words: expect.stringContaining('No event of the log makes this row'), events: [] },
    });
  });

  it('says by which event a row is behind', async () => {
    const { id, position } = await create('First', newEvent('ConceptRenamed', { name: 'Second' }));
    await shared.keep(trendList);
    await upToDate();
    await shared.database.query(`UPDATE card SET name = 'First', position = position - 1 WHERE id = $1`, [
      id,
    ]);
    const { differences } = await verify(dependencies(), [trendList]);
    expect(differences[0]?.cause.words).toBe(`The live row has not seen the event at position ${position}.`);
    expect(differences[0]?.cause.events.at(-1)).toMatchObject({ type: 'ConceptRenamed', revision: '1' });
    // Listed with the rebuilds for later reference.
    expect(await readRebuilds(shared.database, 1)).toMatchObject([
      { state: 'done', message: '1 difference' },
    ]);
  });

  it('does not mistake a read model that moves while the log’s end is read for one from a longer log', async () => {
    await create('Before');
    await shared.keep(trendList);
    await upToDate();
    let asked = 0;
    const growing: EventStore = {
      ...shared.eventStore,
      async head() {
        const head = await shared.eventStore.head();
        asked += 1;
        await create(`More ${asked}`);
        await upToDate();
        return head;
      },
    };
    const { comparisons } = await verify({ ...dependencies(), eventStore: growing }, [trendList]);
    expect(asked).toBeGreaterThan(0);
    expect(comparisons.map(({ notCompared, differences }) => [notCompared, differences])).toEqual([
      [undefined, 0],
    ]);
    expect(await readCheckpoints(shared.database, ['trend_list'])).toMatchObject([{ stranded: false }]);
  });

  it('finds nothing when every row matches the log, while the log grows, and leaves nothing behind', async () => {
    for (let n = 0; n < 20; n += 1) await create(`Trend ${n}`);
    await shared.keep(trendList, conceptRecord);
    await upToDate();
    const before = (await names()).length;
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await create('More');
        await setTimeout(5);
      }
    })();
    await expect.poll(async () => (await names()).length, patiently).toBeGreaterThan(before);
    const { comparisons, differences } = await verify(dependencies(), [trendList, conceptRecord]);
    writing = false;
    await writer;
    expect(differences).toEqual([]);
    expect(
      comparisons.map(({ readModel, notCompared, tables }) => [readModel, notCompared, tables.length]),
    ).toEqual([
      ['trendList', undefined, 1],
      ['conceptRecord', undefined, 3],
    ]);
    const [compared] = comparisons.flatMap(({ tables }) => tables);
    expect(compared?.liveRows).toBeGreaterThan(before);
    expect(compared?.rebuiltRows).toBe(compared?.liveRows);
    expect(await shadows()).toEqual([]);
    expect(await readRebuilds(shared.database)).toMatchObject([
      { kind: 'verify', readModel: 'conceptRecord', state: 'done' },
      { kind: 'verify', readModel: 'trendList', state: 'done' },
    ]);
  });
});
