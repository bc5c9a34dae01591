import { createLog } from '@groundswell/platform';
import { EventStoreTimeout, EventStoreUnavailable } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { serveQueries } from '../serve-queries.js';
import { runningService } from '../specification/running-service.js';

it('a proof whose log was not read in time says so, and that nothing was found to be wrong', async () => {
  const service = await runningService();
  const { id, position } = await service.createConcept('Ocean Energy');
  const path = `/api/get_concept_proof/?concept_id=${id}`;
  await service.getFresh(path, { 'read-after': position });
  let fault: Error = new EventStoreTimeout(5_000);
  const http = await serveQueries({
    store: service.store,
    eventStore: { ...service.eventStore, readStoredStream: () => Promise.reject(fault) },
    listen: { HOST: '127.0.0.1', PORT: 0 },
    log: createLog({ service: 'spec', level: 'silent' }),
    now: () => new Date(),
    verifyToken: async () => undefined,
  });
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
  await service.stop();
});
