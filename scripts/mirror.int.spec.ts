import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../packages/platform/src/database/index.js';
import { createLog } from '../packages/platform/src/index.js';
import { prepareReadStore } from '../packages/platform/src/read-store/index.js';
import { freshDatabase } from '../packages/testing/src/index.js';
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
const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-west-1' };
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Works the signature out anew from the request, as the AWS documentation describes it (Signature Version 4). */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash } = request.headers;
  const [, names = '', signature] = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? [];
  if (hash !== sha256(body)) return false;
  const headers = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), names, hash].join('\n');
  const day = String(date).slice(0, 8);
  const scope = `${day}/${account.region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${account.secretAccessKey}`, day), account.region),
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return authorization.includes(`${account.accessKeyId}/${scope}`) && signature === expected;
};

/** A bucket that takes nothing twice under one name when it is asked not to. */
const objects = new Map<string, string>();
let isAway = false;
let server: Server;
let endpoint: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    if (isAway) return response.writeHead(503).end();
    if (!isSigned(request, body)) return response.writeHead(403).end();
    if (request.method === 'GET') return response.writeHead(200).end(objects.get(path));
    if (objects.has(path) && request.headers['if-none-match'] === '*') return response.writeHead(412).end();
    objects.set(path, body.toString());
    return response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

let database: Database;
let drop: () => Promise<void>;
let directory: string;
let mirror: { stop(): Promise<void> };
beforeEach(async () => {
  objects.clear();
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
  );
};
const keep = () => {
  const place = {
    CHECKPOINT_S3_ENDPOINT: endpoint,
    CHECKPOINT_S3_BUCKET: 'evidence',
    CHECKPOINT_S3_REGION: account.region,
    CHECKPOINT_S3_ACCESS_KEY_ID: account.accessKeyId,
    CHECKPOINT_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    CHECKPOINT_MAIL_TO: 'auditor@example.com',
  };
  const carrier = mailboxCarrier(join(directory, 'mail'));
  const sinks = sinksOf(place, { carrier, now: () => new Date() });
  mirror = keepMirror({ database, sinks, log: createLog({ service: 'spec', level: 'silent' }), every: 25 });
};
const inBucket = () => {
  const lines = [...objects.values()].join('\n');
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

it('a mirror that is away is seen in status, and gets what it missed once it is back', async () => {
  isAway = true;
  await sign(1);
  keep();
  const said = [
    expect.stringMatching(/^checkpoints are not mirrored to s3 since .+: the object store answered 503/),
  ];
  await vi.waitFor(async () => expect(await alarms()).toEqual(said), patiently);
  await sign(2);
  isAway = false;
  await vi.waitFor(() => expect(inBucket()).toEqual([1, 2]), patiently);
  await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
});

it('what lies in the mirror is never replaced: a checkpoint that was made anew is refused', async () => {
  keep();
  await sign(1);
  await vi.waitFor(() => expect(inBucket()).toEqual([1]), patiently);
  await mirror.stop();
  for (const [name, line] of objects)
    if (name.includes('/0')) objects.set(name, line.replace('"count":1', '"count":7'));
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
