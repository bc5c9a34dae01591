import { headers, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const park = (id: string) =>
  newEvent('JobParked', {
    jobId: id,
    kind: 'submit transfer',
    subject: 'tradingAccount-ann',
    reason: 'Two match.',
  });
const append = async (id: string, ...events: ReturnType<typeof newEvent>[]): Promise<string> => {
  const { position } = await service.eventStore.append(streamOf('job', id), events, {
    expectedRevision: 'no_stream',
  });
  return position.commit.toString();
};

it('the list of jobs shows staff those that wait for an operator first, then the results of the others', async () => {
  await append('waits', park('waits'));
  await append('done', park('done'), newEvent('JobRetried', {}), newEvent('JobFinished', {}));
  const position = await append('dropped', park('dropped'), newEvent('JobDropped', {}));
  const answer = await service.getFresh('/api/get_parked_jobs/', {
    authorization: `Bearer ${await service.tokenOf('staff')}`,
    [headers.readAfter]: position,
  });
  expect(answer.status).toBe(200);
  const { jobs } = (await answer.json()) as { jobs: { id: string; state: string }[] };
  expect(jobs.map(({ id, state }) => [id, state])).toEqual([
    ['waits', 'parked'],
    ['dropped', 'dropped'],
    ['done', 'finished'],
  ]);
  expect(jobs[0]).toMatchObject({
    kind: 'submit transfer',
    subject: 'tradingAccount-ann',
    reason: 'Two match.',
  });
});

it('the list of jobs is not shown to customers', async () => {
  const answer = await service.get('/api/get_parked_jobs/', {
    authorization: `Bearer ${await service.tokenOf('user')}`,
  });
  expect(answer.status).toBe(403);
});
