import { type ConceptProof, type PriceProof, streamOf } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { onOurStore } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newEvent, runningService } from '../query-service/src/specification/running-service.js';
import { verifyConcept } from '../web/src/features/verify/verify-concept.js';

vi.setConfig({ testTimeout: 60_000 });

let service: Awaited<ReturnType<typeof runningService>>;
let log: Database;
let id: string;
/** Moves every event, each to the place where the one after it was: a position then names another event. */
const move = 'UPDATE event SET position = -(position + 1); UPDATE event SET position = -position';

beforeAll(async () => {
  service = await runningService();
  log = openDatabase({ url: service.logDatabaseUrl, name: 'spec' });
  const renamed = ['Blue', 'Green', 'Deep'].map((name) => newEvent('ConceptRenamed', { name }));
  ({ id } = await service.createConcept('Ocean Energy', ...renamed));
  const day = { date: '2025-01-02', close: '100.5', totalReturn: null };
  const { position } = await service.eventStore.append(
    'instrument-LONG',
    [newEvent('DailyReturnsRecorded', { symbol: 'LONG', days: [day] })],
    { expectedRevision: 'any' },
  );
  await service.getFresh('/api/checkpoints/latest/', { 'read-after': position.commit.toString() });
  await service.stopProjections();
  await log.query(`${move}; CREATE TABLE kept AS SELECT * FROM event`);
}, 90_000);
afterEach(() => log.query('DELETE FROM event; INSERT INTO event SELECT * FROM kept'));
afterAll(async () => {
  await log.close();
  await service.stop();
});

const proofOf = async () => {
  const answer = await service.get(`/api/get_concept_proof/?concept_id=${id}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ConceptProof;
};
/** What a visitor of /verify is told. */
const told = async () => {
  const { faults } = await verifyConcept(id, await proofOf(), { changes: [], upTo: '0' });
  return faults.map(({ kind }) => kind);
};
const change = (what: string) =>
  log.query(what.replaceAll('$stream', `stream = '${streamOf('concept', id)}'`));

describe.runIf(onOurStore)(
  '/verify after the log was moved to another store, before the chain goes on',
  () => {
    it('finds the events of a trend and of a symbol where they are now', async () => {
      expect(await told()).toEqual([]);
      expect((await proofOf()).events).toHaveLength(4);
      const answer = await service.get('/api/get_price_proof/?symbol=LONG');
      expect(await answer.json()).toMatchObject({ waiting: 0, events: [{ index: 4 }] } satisfies {
        waiting: PriceProof['waiting'];
        events: Partial<PriceProof['events'][number]>[];
      });
    });

    it('lets an event wait that was added since', async () => {
      await service.eventStore.append(
        streamOf('concept', id),
        [newEvent('ConceptRenamed', { name: 'New' })],
        {
          expectedRevision: 'any',
        },
      );
      expect(await proofOf()).toMatchObject({ waiting: 1 });
      expect(await told()).toEqual([]);
    });

    it.each([
      [
        'altered',
        `UPDATE event SET data = convert_to('{"name":"Forged"}', 'UTF8') WHERE $stream AND revision = 2`,
      ],
      ['left out', 'DELETE FROM event WHERE $stream AND revision = 1'],
      [
        'put in',
        `UPDATE event SET revision = revision + 10 WHERE $stream AND revision > 1;
       INSERT INTO event SELECT 99999, stream, 2, gen_random_uuid(), type, json, created, data, metadata FROM kept
         WHERE $stream AND revision = 1;
       UPDATE event SET revision = revision - 9 WHERE $stream AND revision > 10`,
      ],
      [
        'swapped with another',
        `UPDATE event SET data = kept.data FROM kept WHERE event.stream = kept.stream AND event.$stream
         AND (event.revision, kept.revision) IN ((1, 2), (2, 1))`,
      ],
      ['cut off with the end', 'DELETE FROM event WHERE $stream AND revision = 3'],
    ])('convicts a log of which an event was %s', async (_, statement) => {
      await change(statement);
      expect(await told()).not.toEqual([]);
    });
  },
);
