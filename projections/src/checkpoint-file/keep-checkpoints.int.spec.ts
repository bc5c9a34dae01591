import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { Database, Session, Sql } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { parseCopy } from '../audit/copied-checkpoints.js';
import { type ChainedLog, describe, it, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { readKeys } from '../checkpoints/signed-store.js';
import { type SigningKey, signingKeyOfFile } from '../checkpoints/signing-key.js';
import { readAlarms } from '../operations/alarms.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { conceptCreated } from '../specification/events.js';
import { checkpointFileName } from './checkpoint-file.js';
import { type KeptCheckpoints, keepCheckpoints } from './keep-checkpoints.js';

const patiently = { timeout: 20_000, interval: 25 };
const hour = 3_600_000;

let instance: ChainedLog;
let directory: string;
let kept: KeptCheckpoints | undefined;
beforeAll(async () => {
  instance = await startChainedLog();
  await prepareOperations(instance.database);
}, 60_000);
afterAll(() => instance.stop());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
});
afterEach(async () => {
  await kept?.stop();
  rmSync(directory, { recursive: true });
  await forgetSigned();
});
const forgetSigned = () =>
  instance.database
    .query('DROP SCHEMA evidence CASCADE; DELETE FROM operations.checkpoint_file_fault')
    .then(() => prepareOperations(instance.database));

interface Keep {
  readonly key?: SigningKey;
  readonly before?: SigningKey;
  readonly now?: () => Date;
  readonly into?: string;
  readonly database?: Database;
  readonly eventStore?: Pick<EventStore, 'identity'>;
}
const keyNamed = (name: string) => signingKeyOfFile(join(directory, name));
const keep = async ({
  key = keyNamed('key'),
  before,
  now = () => new Date(),
  into = directory,
  database = instance.database,
  eventStore = instance.eventStore,
}: Keep = {}) => {
  await kept?.stop();
  const log = createLog({ service: 'spec', level: 'silent' });
  const signer = { key, before };
  kept = keepCheckpoints({ database, eventStore, signer, directory: into, log, now, every: 25 });
  return kept;
};
const path = () => join(directory, checkpointFileName);
const copy = () => parseCopy(readFileSync(path(), 'utf8'));
const counts = () => copy().checkpoints.map(({ count }) => count);
const alarms = () => readAlarms(instance.database, [logChain]);
const said = (words: RegExp | string) =>
  vi.waitFor(async () => expect(await alarms()).toEqual([expect.stringMatching(words)]), patiently);
const grow = async (events: number): Promise<void> => {
  const id = randomUUID();
  const [created] = [conceptCreated(id, 'Grown')];
  const more = Array.from({ length: events - 1 }, (_, n) => ({
    ...conceptCreated(id, `Grown ${n}`),
    type: 'ConceptRenamed' as const,
    data: { name: `Grown ${n}` },
  }));
  await instance.eventStore.append(streamOf('concept', id), [created, ...more], {
    expectedRevision: 'no_stream',
  });
  await instance.chain();
};

const untilTold = () => {
  const controller = new AbortController();
  const aborted = new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
  return { aborted, abort: () => controller.abort() };
};

/** A process that stands still before it records a checkpoint, and what is done to one that is silent. */
const freezing = (database: Database) => {
  const { aborted: woken, abort: wake } = untilTold();
  const { aborted: frozen, abort: freeze } = untilTold();
  let pid = 0;
  const slow = <S extends Sql>(sql: S): S => ({
    ...sql,
    async query(text: string, values?: readonly unknown[]) {
      if (text.includes('INSERT INTO evidence.signed_checkpoint')) {
        freeze();
        await woken;
      }
      return sql.query(text, values);
    },
  });
  const session = async (): Promise<Session> => {
    const opened = await database.session();
    pid = (await opened.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;
    return slow(opened);
  };
  const replace = () => database.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  return { database: { ...slow(database), session }, frozen, replace, wake };
};

describe('checkpoints', () => {
  it('are signed at once, after an hour and after 1,000 events, and written down with the key', async () => {
    let now = new Date();
    await keep({ now: () => now });
    await vi.waitFor(() => expect(counts()).toEqual([366]), patiently);
    await grow(2);
    now = new Date(now.getTime() + hour - 60_000);
    await keep({ now: () => now });
    await grow(1);
    expect(counts()).toEqual([366]);
    now = new Date(now.getTime() + 60_000);
    await vi.waitFor(() => expect(counts()).toEqual([366, 369]), patiently);
    await grow(1_000);
    await vi.waitFor(() => expect(counts()).toEqual([366, 369, 1_369]), patiently);
    const { checkpoints, keys } = copy();
    expect(keys).toEqual(await readKeys(instance.database));
    expect(checkpoints.map(({ previous }) => previous).slice(1)).toEqual(
      checkpoints.map((each) => each.hash).slice(0, -1),
    );
    expect(await instance.verify(checkpoints)).toMatchObject({
      verdict: 'intact',
      checkpoints: { matching: 5 },
      copied: { matching: 3 },
    });
  });

  it('take a connection of their own, and ask which log it is, only when one is due', async () => {
    const { database, eventStore } = instance;
    let [opened, asked] = [0, 0];
    const session: Database['session'] = (...options) => {
      opened += 1;
      return database.session(...options);
    };
    const identity = () => {
      asked += 1;
      return eventStore.identity();
    };
    await keep({ database: { ...database, session }, eventStore: { identity } });
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await vi.waitFor(() => expect(kept?.check().detail?.position).toBe(copy().checkpoints.at(-1)?.position));
    await grow(1);
    await setTimeout(500);
    expect([opened, asked]).toEqual([1, 1]);
  });

  it('continue under a key that the previous key has signed, and under no other', async () => {
    const [old, next, stranger] = ['old', 'next', 'stranger'].map(keyNamed);
    let now = new Date();
    await keep({ key: old, now: () => now });
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await kept?.stop();
    await grow(1);
    now = new Date(now.getTime() + hour);
    await keep({ key: stranger, now: () => now });
    await said('is not the one that was published');
    expect(counts()).toHaveLength(1);
    await keep({ key: next, before: old, now: () => now });
    await vi.waitFor(() => expect(counts()).toHaveLength(2), patiently);
    expect(copy().keys.map(({ predecessor }) => predecessor)).toEqual([null, old?.id]);
    await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
  });
});

describe('a process that is frozen as it is about to record a checkpoint', () => {
  it('records nothing when it wakes and another has signed meanwhile, so that each follows the one before', async () => {
    let now = new Date();
    await keep({ now: () => now });
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await kept?.stop();
    const [count = 0] = counts();
    await grow(1);
    now = new Date(now.getTime() + hour);
    const { database, frozen, replace, wake } = freezing(instance.database);
    const { eventStore } = instance;
    const log = createLog({ service: 'spec', level: 'silent' });
    const signer = { key: keyNamed('key'), before: undefined };
    const slow = keepCheckpoints({ database, eventStore, signer, directory: undefined, log, now: () => now });
    await frozen;
    await grow(1);
    await replace();
    await keep({ now: () => now });
    await vi.waitFor(() => expect(counts()).toEqual([count, count + 2]), patiently);
    wake();
    await slow.stop();
    expect(await instance.verify(copy().checkpoints)).toMatchObject({ verdict: 'intact', record: [] });
    expect(counts()).toEqual([count, count + 2]);
  });
});

describe('a file that cannot be written', () => {
  it('is reported, delays nothing, and is continued once it can be', async () => {
    writeFileSync(path(), 'hello\n');
    const { check } = await keep();
    await said('Line 1 is not a checkpoint');
    expect(check()).toMatchObject({ ready: true, detail: { fault: expect.stringContaining('Line 1 is') } });
    rmSync(path());
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
  });

  it('is reported when its directory cannot be created, until the process ends', async () => {
    writeFileSync(join(directory, 'taken'), '');
    const { stop } = await keep({ into: join(directory, 'taken') });
    await said(/EEXIST|ENOTDIR/);
    await stop();
    expect(await alarms()).toEqual([]);
  });
});

describe('a checkpoint that was altered in the database', () => {
  it('is neither written to the file nor followed by a signed one, and an audit finds it', async () => {
    await keep();
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await kept?.stop();
    await instance.database.query(`ALTER TABLE evidence.signed_checkpoint DISABLE TRIGGER keep;
      UPDATE evidence.signed_checkpoint SET root = reverse(root)`);
    renameSync(path(), `${path()}.elsewhere`);
    await keep();
    await said('is not what was signed');
    expect(readFileSync(path(), 'utf8')).toBe('');
    const { intact, record } = await instance.verify();
    expect(intact).toBe(false);
    expect(record).toContainEqual(expect.stringMatching(/^the signed checkpoint of \d+ events$/));
  });

  it('is missed by the file that holds it, when it is gone, until an operator sets that file aside', async () => {
    await keep();
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
    await forgetSigned();
    await said('move the file elsewhere, and mirror to another bucket');
    renameSync(path(), `${path()}.elsewhere`);
    await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
    await vi.waitFor(() => expect(counts()).toHaveLength(1), patiently);
  });
});
