import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '@groundswell/platform';
import { type EventStore, EventStoreTimeout, EventStoreUnavailable } from '@groundswell/platform/event-store';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serveQueries } from '../serve-queries.js';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const serve = (readStoredStream: EventStore['readStoredStream']) =>
  serveQueries({
    store: service.store,
    eventStore: { ...service.eventStore, readStoredStream },
    listen: { HOST: '127.0.0.1', PORT: 0 },
    log: createLog({ service: 'spec', level: 'silent' }),
    now: () => new Date(),
    verifyToken: async () => undefined,
  });

it('a proof whose log was not read in time says so, and that nothing was found to be wrong', async () => {
  const { id, position } = await service.createConcept('Ocean Energy');
  const path = `/api/get_concept_proof/?concept_id=${id}`;
  await service.getFresh(path, { 'read-after': position });
  let fault: Error = new EventStoreTimeout(5_000);
  const http = await serve(() => Promise.reject(fault));
  const problem = async () => {
    const answer = await fetch(`${http.url}${path}`);
    return { status: answer.status, ...((await answer.json()) as { error: string }) };
  };
  const late = await problem();
  expect(late).toMatchObject({ status: 503, code: 'Unavailable' });
  expect(late.error).toMatch(/^We couldn’t read the log in time .+ Nothing was found to be wrong\./);
  fault = new EventStoreUnavailable(new Error('away'));
  expect((await problem()).error).not.toContain('in time');
  await http.close();
});

it('a proof under way is shared with no other call, whatever is asked for', async () => {
  const days = [{ date: '2026-05-12', close: '10.5', totalReturn: null }];
  const { position } = await service.eventStore.append(
    'instrument-WIND',
    [newEvent('DailyReturnsRecorded', { symbol: 'WIND', days })],
    { expectedRevision: 'no_stream' },
  );
  const path = '/api/get_price_proof/?symbol=WIND&from=0';
  await service.getFresh(path, { 'read-after': position.commit.toString() });
  const released = new EventEmitter();
  const reading = vi.fn<EventStore['readStoredStream']>(async (...read) => {
    await once(released, 'all');
    return service.eventStore.readStoredStream(...read);
  });
  const http = await serve(reading);
  const ask = async (where: string) => (await fetch(`${http.url}${where}`)).status;
  const prices = ask(path);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledOnce());
  const trend = ask('/api/get_concept_proof/?concept_id=instrument-WIND%200');
  await setTimeout(300);
  released.emit('all');
  expect(await Promise.all([prices, trend])).toEqual([200, 404]);
  await http.close();
});
