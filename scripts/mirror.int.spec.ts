import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../packages/platform/src/database/index.js';
import { createLog } from '../packages/platform/src/index.js';
import { bucketIn, openBucket } from '../packages/platform/src/mirror/index.js';
import { prepareReadStore } from '../packages/platform/src/read-store/index.js';
import { freshDatabase, startBucket } from '../packages/testing/src/index.js';
import { parseCopy } from '../projections/src/audit/copied-checkpoints.js';
import { stateKey } from '../projections/src/checkpoints/key-statement.js';
import { signCheckpoint } from '../projections/src/checkpoints/sign-checkpoint.js';
import { keepKey, keepSigned } from '../projections/src/checkpoints/signed-store.js';
import { signingKeyOfFile } from '../projections/src/checkpoints/signing-key.js';
import { readAlarms } from '../projections/src/operations/alarms.js';
import { prepareOperations } from '../projections/src/operations/prepare-operations.js';
import { mailboxCarrier } from '../workers/src/mail/mailbox-carrier.js';
import { keepMirror } from '../workers/src/mirror/keep-mirror.js';
import { sinksOf } from '../workers/src/mirror/variables.js';

const patiently = { timeout: 20_000, interval: 25 };
let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

let database: Database;
let drop: () => Promise<void>;
let directory: string;
let mirror: { stop(): Promise<void> };
beforeEach(async () => {
  bucket.objects.clear();
  bucket.state.isAway = false;
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec', connections: 4 });
  await prepareReadStore(database);
  await prepareOperations(database);
  directory = mkdtempSync(join(tmpdir(), 'mirror-'));
});
afterEach(async () => {
  await mirror.stop();
  await database.close();
  await drop();
  rmSync(directory, { recursive: true });
});

const hash = (digit: number) => String(digit).repeat(64);
const sign = async (count: number): Promise<void> => {
  const key = signingKeyOfFile(join(directory, 'key'));
  const time = new Date('2026-11-24T09:00:00Z');
  if (count === 1) await keepKey(database, stateKey(key, time, undefined));
  const facts = {
    position: `${count}00`,
    count,
    time: time.toISOString(),
    chain: hash(count),
    root: hash(2),
    concepts: hash(3),
  };
  await keepSigned(
    database,
    signCheckpoint({ ...facts, previous: null }, { log: 'a-log', version1: 0 }, key),
    0,
  );
};
const keep = () => {
  const place = { ...bucket.variables, CHECKPOINT_MAIL_TO: 'auditor@example.com' };
  const carrier = mailboxCarrier(join(directory, 'mail'));
  const sinks = sinksOf(place, carrier);
  mirror = keepMirror({ database, sinks, log: createLog({ service: 'spec', level: 'silent' }), every: 25 });
};
const inBucket = () => {
  const lines = [...bucket.objects.values()].join('\n');
  return lines ? parseCopy(lines).checkpoints.map(({ count }) => count) : [];
};
const inMails = () =>
  readdirSync(join(directory, 'mail')).flatMap((name) => {
    const { text } = JSON.parse(readFileSync(join(directory, 'mail', name), 'utf8')) as { text: string };
    return parseCopy(text).checkpoints.map(({ count }) => count);
  });
const alarms = () => readAlarms(database, []);

it('checkpoints and keys are mirrored by S3 and by mail, each once, as a copy that audits take', async () => {
  keep();
  await sign(1);
  await vi.waitFor(() => expect(inMails()).toEqual([1]), patiently);
  await sign(2);
  await vi.waitFor(() => expect(inBucket()).toEqual([1, 2]), patiently);
  await vi.waitFor(() => expect(inMails().toSorted()).toEqual([1, 2]), patiently);
  expect(await alarms()).toEqual([]);
});

it('a mirror that is down appears in status, and gets what it missed once it is back', async () => {
  bucket.state.isAway = true;
  await sign(1);
  keep();
  const said = [
    expect.stringMatching(/^checkpoints are not mirrored to s3 since .+: the object store answered 503/),
  ];
  await vi.waitFor(async () => expect(await alarms()).toEqual(said), patiently);
  await sign(2);
  bucket.state.isAway = false;
  await vi.waitFor(() => expect(inBucket()).toEqual([1, 2]), patiently);
  await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
});

it('the bucket is read back completely, however many pages its list has', async () => {
  keep();
  for (const count of [1, 2, 3, 4]) await sign(count);
  await vi.waitFor(() => expect(inBucket()).toEqual([1, 2, 3, 4]), patiently);
  const place = bucketIn(bucket.variables);
  if (!place) throw new Error('a bucket');
  const { signal } = new AbortController();
  const lines = await openBucket(place).readAll(signal, () => undefined);
  expect(parseCopy(lines.join('\n')).checkpoints.map(({ count }) => count)).toEqual([1, 2, 3, 4]);
  bucket.state.isAway = true;
  const other = openBucket(place).readAll(signal, () => undefined);
  await expect(other).rejects.toThrow('the object store answered 503');
});

it('a mirror that is wrongly recorded as complete still gets the checkpoints', async () => {
  keep();
  await sign(1);
  await vi.waitFor(() => expect(inBucket()).toEqual([1]), patiently);
  await database.query('UPDATE evidence.mirror SET mirrored = 1000000');
  await sign(2);
  await vi.waitFor(() => expect(inBucket()).toEqual([1, 2]), patiently);
});

it('a mirrored checkpoint is never replaced: a recreated one is refused', async () => {
  keep();
  await sign(1);
  await vi.waitFor(() => expect(inBucket()).toEqual([1]), patiently);
  await mirror.stop();
  for (const [name, line] of bucket.objects)
    if (name.includes('/0')) bucket.objects.set(name, line.replace('"count":1', '"count":7'));
  await database.query('UPDATE evidence.mirror SET mirrored = 0');
  keep();
  await vi.waitFor(
    async () =>
      expect(await alarms()).toEqual([
        expect.stringMatching(/another 0+1-[0-9a-f]{64}\.json lies in the bucket/),
      ]),
    patiently,
  );
});
