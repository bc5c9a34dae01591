import { foldRows } from '@groundswell/platform/read-store';
import { expect, it, vi } from 'vitest';
import { readStatus } from '../operations/status.js';
import { cards, trendList } from '../read-models/trend-list/trend-list.js';
import { replay } from '../replay/replay.js';
import { fragile } from '../specification/fragile.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';

vi.setConfig({ testTimeout: 120_000 });
const shared = shareStack(['trend_list', 'fragile']);
const { create, names, upToDate, dependencies } = trendsOn(shared);
const patiently = { timeout: 60_000, interval: 25 };
const plan = { fresh: false, dryRun: false };

it('an event that cannot be applied stops only its read model, which is reported by name until it can be applied', async () => {
  const { database, eventStore } = shared;
  let broken = true;
  const model = fragile(() => broken);
  const { checks } = await shared.keep(trendList, model);
  await create('Alpha');
  const poison = await create('Poison');
  await create('Zeta');
  await upToDate();
  const named = expect.stringMatching(
    new RegExp(
      `^ConceptCreated .+ \\(concept-${poison.id} at 0, position ${poison.position}\\) cannot be applied: cannot swallow`,
    ),
  );
  const status = () => readStatus(database, [trendList, model]);
  const stopped = { state: 'stopped', healthy: false, lagEvents: 2, problem: named };
  await expect.poll(async () => (await status())[1], patiently).toMatchObject(stopped);
  expect(await checks.fragile?.()).toMatchObject({
    ready: false,
    detail: { state: 'stopped', fault: named, lagEvents: 2 },
  });
  // Everything before the poisoned event is stored, and the event was not skipped.
  expect(await names('fragile_card')).toEqual(['Alpha']);
  expect(BigInt((await status())[1]?.position ?? 0)).toBeLessThan(poison.position);

  // The other read models continue.
  expect(await checks.trendList?.()).toMatchObject({ ready: true });
  const live = { state: 'live', healthy: true, lagEvents: 0, problem: null };
  await expect.poll(async () => (await status())[0], patiently).toMatchObject(live);
  expect(await replay(dependencies(), [trendList], plan)).toMatchObject({ swapped: true });
  await expect(replay(dependencies(), [model], plan)).rejects.toThrow('cannot be applied');

  broken = false;
  await expect.poll(async () => (await status())[1], patiently).toMatchObject({ ...live, fault: null });
  expect(await checks.fragile?.()).toMatchObject({ ready: true });
  const log = [];
  for await (const { events } of eventStore.readAll({ categories: ['concept'] })) log.push(...events);
  const stored = await database.query<{ id: string }>('SELECT id FROM fragile_card ORDER BY id');
  expect(stored.map(({ id }) => id)).toEqual(
    foldRows(cards, log)
      .map(({ id }) => id)
      .sort(),
  );
});
