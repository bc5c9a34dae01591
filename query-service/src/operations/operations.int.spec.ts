import { type calls, operationsCalls, type ResponseOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { createQueue, dismissFailedJob, PermanentFailure, startWorker } from '@groundswell/platform/queue';
import { freshRedis } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runningService } from '../specification/running-service.js';
import { openStanding } from './standing.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const ask = async (role: 'user' | 'staff') =>
  service.get('/api/get_standing/', { authorization: `Bearer ${await service.tokenOf(role)}` });

it('tells staff how far every read model is, who keeps it, and that nothing is wrong', async () => {
  await service.createConcept('Tidal Power');
  await vi.waitFor(
    async () => {
      const answer = await ask('staff');
      expect(answer.status).toBe(200);
      const standing = (await answer.json()) as ResponseOf<typeof calls.getStanding>;
      expect(standing.head).toMatch(/^\d+$/);
      expect(standing.read_models.map(({ name }) => name)).toContain('trendList');
      for (const model of standing.read_models) {
        expect(model).toMatchObject({ state: 'live', problem: null, behind_events: 0 });
        expect(model.owner).toMatch(/:\d+$/);
      }
    },
    { timeout: 25_000, interval: 250 },
  );
});

it('says that a read model which nobody keeps does not move', async () => {
  await service.stopProjections();
  await vi.waitFor(
    async () => {
      const standing = (await (await ask('staff')).json()) as ResponseOf<typeof calls.getStanding>;
      for (const model of standing.read_models) expect(model.problem).toContain('no process keeps it');
    },
    { timeout: 25_000, interval: 250 },
  );
});

it('tells all the rest while the event store is away, and Redis', async () => {
  const eventStore = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' });
  const standing = openStanding({
    databaseUrl: service.databaseUrl,
    redisUrl: 'redis://127.0.0.1:1',
    eventStore,
    log: createLog({ service: 'spec', level: 'silent' }),
  });
  const found = await standing.ask();
  expect(found).toMatchObject({ head: null, out_of_reach: ['event store', 'Redis'], queues: null });
  expect(operationsCalls.getStanding.response.parse(found).read_models.length).toBeGreaterThan(5);
  await standing.close();
  await eventStore.dispose();
});

it('tells which jobs failed, until they are dismissed, and which read models have read what the log lost', async () => {
  const place = { redisUrl: await freshRedis(), log: createLog({ service: 'spec', level: 'silent' }) };
  const handle = async () => {
    throw new PermanentFailure('no such user');
  };
  const [queue, worker] = [createQueue('mail', place), startWorker('mail', { ...place, handle })];
  await queue.add({ id: 'letter', data: {} });
  await expect.poll(async () => (await queue.counts()).failed).toBe(1);
  const eventStore = {
    head: async () => undefined,
    goesOn: async (places: readonly object[]) => places.map(() => false),
  };
  const standing = openStanding({ ...place, databaseUrl: service.databaseUrl, eventStore });
  const found = operationsCalls.getStanding.response.parse(await standing.ask());
  expect(found.failed_jobs).toMatchObject([{ queue: 'mail', id: 'letter', reason: 'no such user' }]);
  expect(found.read_models.map(({ problem }) => problem)).toContainEqual(
    expect.stringContaining('the log no longer holds what was read'),
  );
  await dismissFailedJob(
    place,
    { queue: 'mail', id: 'letter' },
    { at: '2026-11-20', by: 'ops-3', reason: 'moved away' },
  );
  expect(await standing.ask()).toMatchObject({ queues: [{ failed: 0 }], failed_jobs: [] });
  await standing.close();
  await worker.close();
  await queue.close();
});

it('tells customers nothing', async () => {
  expect((await ask('user')).status).toBe(403);
});
