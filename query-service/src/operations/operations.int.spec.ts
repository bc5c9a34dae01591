import type { calls, ResponseOf } from '@groundswell/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runningService } from '../specification/running-service.js';

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

it('tells customers nothing', async () => {
  expect((await ask('user')).status).toBe(403);
});
