import { createLog } from '@groundswell/platform';
import { readCheckpoints } from '@groundswell/platform/read-store';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { type ChainedLog, describe, it, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { startDaemon } from '../daemon/daemon.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { newEvent } from '../specification/events.js';
import { witnessOf } from './witness.js';

vi.setConfig({ testTimeout: 60_000 });

let instance: ChainedLog;
beforeAll(async () => {
  instance = await startChainedLog();
  const { database, eventStore } = instance;
  const log = createLog({ service: 'spec', level: 'silent' });
  const daemon = await startDaemon({ database, eventStore, models: [trendList], log, now: () => new Date() });
  const head = await eventStore.head();
  await vi.waitFor(
    async () => {
      const [checkpoint] = await readCheckpoints(database, ['trend_list']);
      expect(checkpoint?.position?.commit).toBe(head?.commit);
    },
    { timeout: 25_000, interval: 25 },
  );
  await daemon.stop();
}, 90_000);
afterAll(() => instance.stop());
afterEach(async () => {
  await instance.restore();
  await instance.restartStore();
});

const verify = () => instance.ops('verify', 'trendList');
/** Position of the first concept's last event. The list shows the name it gave. */
const lastRename = async (): Promise<number> => {
  const [row] = await instance.log.query<{ position: string }>(
    `SELECT max(position)::text AS position FROM event WHERE stream =
       (SELECT stream FROM event WHERE stream LIKE 'concept-%' ORDER BY position LIMIT 1)`,
  );
  return Number(row?.position);
};

describe('rows that differ', () => {
  it('because the log was altered are explained by its event, and point to audit verify first', async () => {
    const position = await lastRename();
    await instance.log.query(
      `UPDATE event SET data = convert_to(replace(convert_from(data, 'UTF8'), 'Name 59', 'Name 00'), 'UTF8')
        WHERE position = ${position}`,
    );
    await instance.restartStore();
    const { code, out } = await verify();
    expect(code).toBe(1);
    expect(out).toContain(
      `The log itself was altered: the event at position ${position} is not what was recorded.`,
    );
    expect(out).toContain(
      'The log itself was altered: run `audit verify`. A replay would serve what was forged.',
    );
    expect(out).not.toContain('fixes that');
  });

  it('because events were removed are explained by the number recorded', async () => {
    await instance.log.query(`DELETE FROM event WHERE position = ${await lastRename()}`);
    await instance.restartStore();
    expect((await verify()).out).toMatch(
      /The log itself was altered: concept-\S+ holds 60 events, and 61 were recorded/,
    );
  });

  it('because a row was altered are explained so, and still point to audit verify first', async () => {
    await instance.database.query(`UPDATE trend_list.card SET description = 'Forged'`);
    const { out } = await verify();
    expect(out).toContain('the live one was altered by hand');
    expect(out).toContain('Run `audit verify` first: if it finds nothing, `replay` fixes that.');
    expect(out).not.toContain('The log itself was altered');
  });
});

it('an honest log is not taken for an altered one when it grows, and its chain with it, while it is looked at', async () => {
  const { database, eventStore, chain, restore, restartStore, chainAnew } = instance;
  onTestFinished(async () => {
    await restore();
    await restartStore();
    await chainAnew();
  });
  const [row] = await instance.log.query<{ stream: string }>(
    `SELECT stream FROM event WHERE stream LIKE 'concept-%' LIMIT 1`,
  );
  const stream = row?.stream ?? '';
  const testify = await witnessOf(database, eventStore)([stream]);
  await eventStore.append(stream, [newEvent('ConceptRenamed', { name: 'Newest' })], {
    expectedRevision: 'any',
  });
  const events = await eventStore.readStoredStream(stream);
  await chain();
  expect(await testify(events)).toBeUndefined();
});
