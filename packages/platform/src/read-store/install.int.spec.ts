import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.js';
import type { EventBatch } from '../event-store/types.js';
import { applyBatch } from './apply-batch.js';
import { readCheckpoints } from './checkpoint.js';
import { OlderTables } from './damaged-tables.js';
import { createTables, installReadModel } from './install.js';
import { NotBuiltYet } from './read-at.js';
import { shadowSchemaOf } from './read-model.js';
import { openReadStore } from './read-store.js';
import { rows } from './row-writer.js';
import { at, batch, event, type OpenTallies, openTallies, table, tallies } from './spec-kit/tallies.js';
import { swapIn } from './swap.js';

let open: OpenTallies;
let database: OpenTallies['database'];
let reader: OpenTallies['reader'];
let apply: OpenTallies['apply'];
let shown: OpenTallies['shown'];
beforeEach(async () => {
  open = await openTallies();
  ({ database, reader, apply, shown } = open);
});
afterEach(() => open.close());

/** Tables of the same version, ready to be swapped in. */
const buildNext = async () => {
  const shadow = shadowSchemaOf(tallies);
  await database.transaction((sql) => createTables(sql, tallies, shadow));
  await applyBatch(database, tallies, shadow, batch(event(1, 'a', 'rebuilt')));
};

/** Work that does not come to its end, as in a frozen process, until it is woken. */
const stalled = () => {
  const waking = new AbortController();
  return {
    work: () => setTimeout(60_000, undefined, { signal: waking.signal }).catch(() => undefined),
    wake: () => waking.abort(),
  };
};

/** The database as a frozen process has it: it gives no sign of life in a transaction. */
const withoutSigns = (): Database => ({
  ...database,
  transaction: (work, options) =>
    database.transaction(
      (sql) =>
        work({ ...sql, query: async (text, values) => (text === 'SELECT 1' ? [] : sql.query(text, values)) }),
      options,
    ),
});

describe('tables', () => {
  it('of a newer version are refused, as are tables that changed without a new version', async () => {
    await installReadModel(database, { ...tallies, version: 2 });
    await expect(installReadModel(database, tallies)).rejects.toThrow(
      'tallies is at version 2, but this program knows 1',
    );
    const widened = rows({ ...table, columns: { ...table.columns, count: 'bigint' } });
    await expect(installReadModel(database, { ...tallies, ...widened, version: 2 })).rejects.toThrow(
      'were changed, but its version is still 2',
    );
  });

  it('built next to the old ones are swapped in at once, and never before they have caught up', async () => {
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

  it('are not swapped under a reader who has begun, which would see them half built', async () => {
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

  it('of an older version are not read by a newer program, which knows of them', async () => {
    await installReadModel(database, tallies);
    const next = { ...tallies, version: 2 };
    const { url } = open;
    const newer = openReadStore({ url, name: 'spec', models: [next], log: pino({ level: 'silent' }) });
    await expect.poll(() => newer.olderVersion(next)).toBe(1);
    await expect(newer.read([next], tallies.queries.all)).rejects.toThrow(OlderTables);
    await database.transaction((sql) => createTables(sql, next, shadowSchemaOf(next)));
    expect(await swapIn(database, [next])).toBe(true);
    await expect.poll(() => newer.olderVersion(next)).toBe(undefined);
    expect((await newer.read([next], tallies.queries.all)).value).toEqual([]);
    await newer.close();
  });

  it('are swapped although a reader has frozen, whose connection ends', async () => {
    await installReadModel(database, tallies);
    await apply(batch(event(1, 'a', 'x')));
    await buildNext();
    const { work, wake } = stalled();
    let begun = false;
    const reading = reader.read([tallies], async (sql) => {
      await tallies.queries.all(sql);
      begun = true;
      await work();
    });
    const frozen = expect(reading).rejects.toThrow();
    await expect.poll(() => begun).toBe(true);
    await expect.poll(() => swapIn(database, [tallies]), { timeout: 30_000 }).toBe(true);
    wake();
    await frozen;
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'rebuilt' }]);
  });

  it('are swapped however long the last steps take', async () => {
    await installReadModel(database, tallies);
    await buildNext();
    expect(await swapIn(database, [tallies], { whileStill: () => setTimeout(8_000) })).toBe(true);
  });

  it('hold up no writer when the process that swaps them freezes', async () => {
    await installReadModel(database, tallies);
    await buildNext();
    const { work, wake } = stalled();
    let still = (): void => undefined;
    const isStill = new Promise<void>((resolve) => {
      still = resolve;
    });
    const whileStill = async () => {
      still();
      await work();
    };
    const frozen = expect(swapIn(withoutSigns(), [tallies], { whileStill })).rejects.toThrow();
    await isStill;
    await apply(batch(event(1, 'a', 'x')));
    wake();
    await frozen;
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'x' }]);
  });

  it('let waiting writers continue with the new ones', async () => {
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

  it('pause while the new ones catch up, and are swapped all at once or not at all', async () => {
    const other = { ...tallies, name: 'otherTallies' };
    for (const model of [tallies, other]) {
      await installReadModel(database, model);
      await database.transaction((sql) => createTables(sql, model, shadowSchemaOf(model)));
    }
    await apply(batch(event(1, 'a', 'x')));
    const drawLevel = (
      checkpoints: readonly { schema: string; position: EventBatch['position'] | undefined }[],
    ) =>
      applyBatch(database, tallies, shadowSchemaOf(tallies), {
        events: [event(1, 'a', 'rebuilt')],
        position: checkpoints.find(({ schema }) => schema === 'tallies')?.position ?? at(0),
      });
    await applyBatch(database, other, 'other_tallies', batch(event(1, 'b', 'x')));
    expect(await swapIn(database, [tallies, other], { whileStill: drawLevel })).toBe(false);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'x' }]);
    await applyBatch(database, other, shadowSchemaOf(other), batch(event(1, 'b', 'x')));
    expect(await swapIn(database, [tallies, other], { whileStill: drawLevel })).toBe(true);
    expect(await shown()).toEqual([{ stream: 'a', count: 1, last: 'rebuilt' }]);
  });

  it('that were not created yet are distinguished from a fault', async () => {
    await expect(reader.read([tallies], tallies.queries.all)).rejects.toThrow(NotBuiltYet);
  });
});
