import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../packages/platform/src/database/index.js';
import { connectEventStore } from '../packages/platform/src/event-store/index.js';
import { createLog } from '../packages/platform/src/index.js';
import { keepCheckpoints } from '../projections/src/checkpoint-file/keep-checkpoints.js';
import { signingKeyOfFile } from '../projections/src/checkpoints/signing-key.js';
import { newEvent, runningService } from '../query-service/src/specification/running-service.js';

const patiently = { timeout: 20_000, interval: 50 };
type Service = Awaited<ReturnType<typeof runningService>>;
let service: Service;
let directory: string;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await runningService();
  cleanUp.push(() => service.stop());
  directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  const database = openDatabase({ url: service.databaseUrl, name: 'spec', connections: 3 });
  cleanUp.push(() => database.close());
  const eventStore = connectEventStore({ url: service.eventStoreUrl });
  cleanUp.push(() => eventStore.dispose());
  // The first checkpoint is due with the first event. All three events must be in the chain before anyone reads it.
  await service.createConcept('Ocean Energy', rename(), rename());
  const chained = async () => (await database.query('SELECT count::int FROM log_chain.chain_head', []))[0];
  await vi.waitFor(async () => expect(await chained()).toEqual({ count: 3 }), patiently);
  const kept = keepCheckpoints({
    database,
    eventStore,
    signer: { key: signingKeyOfFile(join(directory, 'key')), before: undefined },
    directory,
    log: createLog({ service: 'spec', level: 'silent' }),
    now: () => new Date(),
    every: 25,
    cadence: { events: 3, milliseconds: 3_600_000 },
  });
  cleanUp.push(() => kept.stop());
}, 60_000);
afterAll(async () => {
  for (const undo of cleanUp.toReversed()) await undo();
  rmSync(directory, { recursive: true });
});

const program = /```js\n([\s\S]*?)```/.exec(
  readFileSync(new URL('../docs/proof.md', import.meta.url), 'utf8'),
)?.[1];
/** The program from docs/proof.md, with a file of saved checkpoints. */
const runProgram = async (id: string, kept: string) => {
  const file = join(directory, 'verify.mjs');
  writeFileSync(file, program ?? '');
  const child = spawn(process.execPath, [file, service.url, id, kept]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [status] = await once(child, 'close');
  return { status, said };
};
const rename = () => newEvent('ConceptRenamed', { name: 'Blue Energy' });
const listed = async () => {
  const { checkpoints } = (await (await service.get('/api/checkpoints/')).json()) as {
    checkpoints: { count: number }[];
  };
  return checkpoints.length;
};

it('signed checkpoints and their key are public, and anyone can check them, also older ones', async () => {
  await vi.waitFor(async () => expect(await listed()).toBe(1), patiently);
  const file = join(directory, 'checkpoints.jsonl');
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('"count":3,'), patiently);
  const kept = join(directory, 'kept.jsonl');
  writeFileSync(kept, readFileSync(file));
  const { id } = await service.createConcept('Air', rename(), rename());
  await vi.waitFor(async () => expect(await listed()).toBe(2), patiently);
  const latest = (await (await service.get('/api/checkpoints/latest/')).json()) as {
    checkpoint: { signed: { key: string } };
  };
  expect(latest).toMatchObject({
    checkpoint: { count: 6, signed: { version1: 0 } },
    head: { count: 6, signed: null },
  });
  const { keys } = (await (await service.get('/api/checkpoints/keys/')).json()) as { keys: { id: string }[] };
  expect(keys).toMatchObject([{ id: latest.checkpoint.signed.key, predecessor: null }]);

  expect(await runProgram(id, kept)).toMatchObject({
    status: 0,
    said: expect.stringMatching(
      /^3 events are unchanged since .+\n6 events are unchanged since .+\n3 changes lead to/,
    ),
  });
  const text = readFileSync(kept, 'utf8');
  const [key = '', checkpoint = ''] = text.split('\n');
  const { root } = JSON.parse(checkpoint) as { root: string };
  writeFileSync(kept, `${key}\n${checkpoint.replace(root, 'ab'.repeat(32))}\n`);
  expect(await runProgram(id, kept)).toMatchObject({
    status: 1,
    said: expect.stringContaining('not signed'),
  });
});
