import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConceptProof } from '@groundswell/contracts';
import { openDatabase } from '@groundswell/platform/database';
import { onOurStore } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

type Service = Awaited<ReturnType<typeof runningService>>;
let service: Service;

beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const ocean = () =>
  service.createConcept(
    'Ocean Energy',
    newEvent('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
    newEvent('ConceptRenamed', { name: 'Blue Energy' }),
  );

const read = async <T>(path: string, after = '0'): Promise<T> => {
  const answer = await service.getFresh(path, { 'read-after': after });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};
const proofOf = (id: string, after: string) =>
  read<ConceptProof>(`/api/get_concept_proof/?concept_id=${id}`, after);

/** The program from docs/proof.md, as a reader of that page would run it. */
const program = /```js\n([\s\S]*?)```/.exec(
  readFileSync(new URL('../../../docs/proof.md', import.meta.url), 'utf8'),
)?.[1];
const runProgram = async (id: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'verify-'));
  const file = join(directory, 'verify.mjs');
  writeFileSync(file, program ?? '');
  const child = spawn(process.execPath, [file, service.url, id]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [status] = await once(child, 'close');
  rmSync(directory, { recursive: true });
  return { status, said };
};

describe('the proof of a trend', () => {
  it('leads from each of its events, as they stand in the log, to the published head', async () => {
    const { id, position } = await ocean();
    const proof = await proofOf(id, position);
    expect(proof.events.map(({ record }) => JSON.parse(record))).toMatchObject([
      { stream: `concept-${id}`, revision: '0', type: 'ConceptCreated', data: { name: 'Ocean Energy' } },
      { stream: `concept-${id}`, revision: '1', type: 'SubConceptAdded' },
      { stream: `concept-${id}`, revision: '2', type: 'ConceptRenamed', data: { name: 'Blue Energy' } },
    ]);
    expect(proof).toMatchObject({
      concept: { count: 3 },
      waiting: 0,
      checkpoint: null,
      since_checkpoint: null,
    });
    const latest = await read('/api/checkpoints/latest/', position);
    expect(latest).toEqual({ checkpoint: null, head: proof.head });
  });

  it('does not reveal who made a change', async () => {
    const { id, position } = await ocean();
    const text = JSON.stringify(await proofOf(id, position));
    expect(text).not.toContain('a-spec');
    expect(text).not.toContain('a-correlation');
  });

  it.runIf(onOurStore)(
    'holds for the program in docs/proof.md, until a byte of the log is changed',
    async () => {
      const { id, position } = await ocean();
      await proofOf(id, position);
      expect(await runProgram(id)).toMatchObject({
        status: 0,
        said: expect.stringMatching(/^3 changes lead to [0-9a-f]{64}/),
      });
      const log = openDatabase({ url: service.logDatabaseUrl, name: 'spec' });
      await log.query(
        `UPDATE event SET data = set_byte(data, length(data) - 3, get_byte(data, length(data) - 3) # 1) WHERE position = ${position}`,
      );
      await log.close();
      const { status, said } = await runProgram(id);
      expect(status).not.toBe(0);
      expect(said).toContain(`position ${position} is not what was recorded`);
    },
  );

  it('is not found for an unknown trend', async () => {
    expect((await service.get('/api/get_concept_proof/?concept_id=nobody')).status).toBe(404);
  });
});

describe('consistency', () => {
  it('is proved from any count up to the head, and for no count beyond it', async () => {
    const { position } = await ocean();
    const { head } = await read<{ head: { count: number } }>('/api/checkpoints/latest/', position);
    const proof = await read(`/api/checkpoints/consistency/?first=2&second=${head.count}`);
    expect(proof).toMatchObject({
      first: 2,
      second: head.count,
      path: expect.arrayContaining([expect.any(String)]),
    });
    for (const query of [`first=1&second=${head.count + 1}`, 'first=3&second=2']) {
      expect((await service.get(`/api/checkpoints/consistency/?${query}`)).status).toBe(404);
    }
    expect((await service.get('/api/checkpoints/consistency/?first=0&second=2')).status).toBe(400);
  });

  it('has no checkpoint to show before a day has ended', async () => {
    expect(await read('/api/checkpoints/')).toEqual({ checkpoints: [], next: null });
  });

  it('has the checkpoints before one that is known, also where a restored log continued with smaller positions', async () => {
    const database = openDatabase({ url: service.databaseUrl, name: 'spec' });
    const hash = (digit: number) => String(digit).repeat(64);
    await database.query(
      `INSERT INTO evidence.signing_key (id, public_key, since, signature) VALUES ('${hash(0)}', '', '', '')`,
    );
    for (const [turn, position] of [900, 950, 10, 20].entries()) {
      await database.query(
        `INSERT INTO evidence.signed_checkpoint
           (position, count, time, chain, root, concepts, hash, log, version1, key, signature)
         VALUES ($1, 1, '', $2, $2, $2, $3, '', 0, $2, '')`,
        [position, hash(0), hash(turn + 1)],
      );
    }
    await database.close();
    const before = await read<{ checkpoints: { hash: string }[]; next: null }>(
      `/api/checkpoints/?before=${hash(3)}`,
    );
    expect(before.checkpoints.map((each) => each.hash)).toEqual([hash(2), hash(1)]);
  });
});
