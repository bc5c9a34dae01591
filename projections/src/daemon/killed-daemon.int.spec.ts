import { setTimeout } from 'node:timers/promises';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { foldRows } from '@groundswell/platform/read-store';
import { startPart } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { cards } from '../read-models/trend-list/trend-list.js';
import { newEvent } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';

const shared = shareStack(['trend_list']);
const { create, names, written, upToDate } = trendsOn(shared);
const kills = 4;
const changes = 40;
/**
 * Upper bound for waiting concepts: enough work for every kill to interrupt, and as much again to catch up with at
 * the end.
 */
const mostWaiting = 50;

it('a process that is killed again and again in the middle of its work leaves exactly what an undisturbed fold gives', async () => {
  const entry = new URL('../../dist/main.js', import.meta.url).pathname;
  const startProcess = () => startPart(entry, shared.variables);
  let process = await startProcess();
  const shown = async () => (await names().catch(() => [])).length;
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n += 1) {
      const renames = Array.from({ length: changes }, (_, change) =>
        newEvent('ConceptRenamed', { name: `Trend ${n} for the ${change}th time` }),
      );
      await create(`Trend ${n}`, ...renames);
      while (writing && written.trends - (await shown()) > mostWaiting) await setTimeout(10);
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await shown();
    await expect.poll(shown, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
    await process.kill();
    process = await startProcess();
  }
  writing = false;
  await writer;
  await upToDate();
  const log: RecordedEvent[] = [];
  for await (const { events } of shared.eventStore.readAll({ categories: ['concept'] })) log.push(...events);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const expected = foldRows(cards, log).map(({ id, name, changed_at }) => ({ id, name, changed_at }));
  const stored = async () => {
    const found = await shared.database.query<(typeof expected)[number]>(
      `SELECT id, name, to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at FROM card`,
    );
    return found.sort(byId);
  };
  // The last renames may arrive in a separate batch.
  await expect.poll(stored, { timeout: 60_000, interval: 25 }).toEqual(expected.sort(byId));
  expect(expected.length).toBeGreaterThan(kills);
  await process.stop();
}, 180_000);
