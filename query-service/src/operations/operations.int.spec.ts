import { type calls, operationsCalls, type ResponseOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { createQueue, dismissFailedJob, PermanentFailure, startWorker } from '@groundswell/platform/queue';
import { freshRedis } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';
import { openStatus } from './status.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const ask = async (role: 'user' | 'staff') =>
  service.get('/api/get_status/', { authorization: `Bearer ${await service.tokenOf(role)}` });

it('staff see each read model’s position and owner, and that nothing is wrong', async () => {
  await service.createConcept('Tidal Power');
  await vi.waitFor(
    async () => {
      const answer = await ask('staff');
      expect(answer.status).toBe(200);
      const status = (await answer.json()) as ResponseOf<typeof calls.getStatus>;
      expect(status.head).toMatch(/^\d+$/);
      expect(status.read_models.map(({ name }) => name)).toContain('trendList');
      for (const model of status.read_models) {
        expect(model).toMatchObject({ state: 'live', problem: null, behind_events: 0 });
        expect(model.owner).toMatch(/:\d+$/);
      }
    },
    { timeout: 25_000, interval: 250 },
  );
});

it('staff see that prices are missing', async () => {
  const missing = [{ symbol: 'KO', cause: 'failed' as const }];
  await service.eventStore.append(
    'market-us',
    [newEvent('SessionPricesCompleted.v3', { date: '2026-11-24', symbols: 2, missing })],
    { expectedRevision: 'no_stream' },
  );
  const alarms = async () =>
    ((await (await ask('staff')).json()) as ResponseOf<typeof calls.getStatus>).alarms;
  await expect
    .poll(alarms, { timeout: 25_000, interval: 250 })
    .toEqual(['prices of 1 symbol are missing since the session of 2026-11-24: nightly run asks for them']);
});

it('a read model without an owner is reported as not moving', async () => {
  await service.stopProjections();
  await vi.waitFor(
    async () => {
      const status = (await (await ask('staff')).json()) as ResponseOf<typeof calls.getStatus>;
      for (const model of status.read_models) expect(model.problem).toContain('no process owns it');
    },
    { timeout: 25_000, interval: 250 },
  );
});

it('everything else is reported while the event store and Redis are unavailable', async () => {
  const eventStore = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' });
  const status = openStatus({
    databaseUrl: service.databaseUrl,
    redisUrl: 'redis://127.0.0.1:1',
    eventStore,
    log: createLog({ service: 'spec', level: 'silent' }),
  });
  const found = await status.ask();
  expect(found).toMatchObject({ head: null, out_of_reach: ['event store', 'Redis'], queues: null });
  expect(operationsCalls.getStatus.response.parse(found).read_models.length).toBeGreaterThan(5);
  await status.close();
  await eventStore.dispose();
});

it('failed jobs are listed until dismissed, and so are read models that read what the log lost', async () => {
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
  const status = openStatus({ ...place, databaseUrl: service.databaseUrl, eventStore });
  const found = operationsCalls.getStatus.response.parse(await status.ask());
  expect(found.failed_jobs).toMatchObject([{ queue: 'mail', id: 'letter', reason: 'no such user' }]);
  expect(found.read_models.map(({ problem }) => problem)).toContainEqual(
    expect.stringContaining('the log no longer holds what was read'),
  );
  await dismissFailedJob(
    place,
    { queue: 'mail', id: 'letter' },
    { at: '2026-11-20', by: 'ops-3', reason: 'moved away' },
  );
  expect(await status.ask()).toMatchObject({ queues: [{ failed: 0 }], failed_jobs: [] });
  await status.close();
  await worker.close();
  await queue.close();
});

it('customers see nothing of the operations', async () => {
  expect((await ask('user')).status).toBe(403);
});
