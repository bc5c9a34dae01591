import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@groundswell/platform';
import { bucketIn, openBucket } from '@groundswell/platform/mirror';
import { createTables, swapLock } from '@groundswell/platform/read-store';
import { startBucket, withAllForgeries } from '@groundswell/testing';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { keepCheckpoints } from '../checkpoint-file/keep-checkpoints.js';
import { signingKeyOfFile } from '../checkpoints/signing-key.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { type ChainedLog, describe, it, startChainedLog } from './spec-kit/chained-log.js';

vi.setConfig({ testTimeout: 120_000 });

let instance: ChainedLog;
let directory: string;
const chainTables = ['chain_head', 'chain_block', 'chain_tile', 'chain_concept', 'chain_checkpoint'];

beforeAll(async () => {
  instance = await startChainedLog();
  await prepareOperations(instance.database);
  directory = mkdtempSync(join(tmpdir(), 'mirror-'));
  await restart();
  const copies = chainTables.map((table) => `CREATE TABLE saved.${table} AS TABLE log_chain.${table}`);
  await instance.database.query(
    `CREATE SCHEMA saved; ${copies.join(';')}; CREATE TABLE saved.signed AS TABLE evidence.signed_checkpoint;
     CREATE TABLE saved.key AS TABLE evidence.signing_key; CREATE TABLE saved.log AS TABLE read_store.log;
     CREATE TABLE saved.checkpoint AS SELECT * FROM read_store.checkpoint WHERE schema = 'log_chain'`,
  );
}, 90_000);
afterAll(async () => {
  await instance.stop();
  rmSync(directory, { recursive: true });
});

/**
 * Restarts the parts: the log is followed again, due checkpoints are signed, and all signed checkpoints are written
 * to the file.
 */
const restart = async (): Promise<void> => {
  await instance.restartStore();
  await instance.restartProjections();
  const { database, eventStore } = instance;
  const checkpoints = keepCheckpoints({
    database,
    eventStore,
    signer: { key: signingKeyOfFile(join(directory, 'key')), before: undefined },
    directory,
    log: createLog({ service: 'spec', level: 'silent' }),
    now: () => new Date(),
  });
  await checkpoints.stop();
};
/** Runs an operator command that reads back the mirrored checkpoints. */
const carry = (...words: string[]) => carryOut(words, { ...instance.variables, CHECKPOINT_DIR: directory });
const ops = async (...words: string[]): Promise<number> => (await carry(...words)).code;
/** The audit must report the log or the record as changed. Failing to look does not count. */
const expectConviction = async (): Promise<void> => {
  const { code, document } = await carry('audit', 'verify', '--json');
  expect([code, document.verdict ?? document.error]).toEqual([
    1,
    expect.stringMatching(/^(log changed|chain changed|undecided|The event store holds (another|no) log)/),
  ]);
};

const steps = {
  'replay all': () => ops('replay', 'all'),
  'replay --fresh': () => ops('replay', 'all', '--fresh'),
  restart,
  'audit verify': () => expectConviction(),
} as const;
type Step = keyof typeof steps;

const inDatabase = (sql: string) => () => instance.database.query(sql);
const inLog = (sql: string) => () => instance.log.query(sql);
const alterSigned = `ALTER TABLE evidence.signed_checkpoint DISABLE TRIGGER keep;
  UPDATE evidence.signed_checkpoint SET root = reverse(root);
  ALTER TABLE evidence.signed_checkpoint ENABLE TRIGGER keep`;

/** Changes made by hand in the databases by someone without access to the mirror. */
const forgeries: Readonly<Record<string, () => Promise<unknown>>> = {
  'an altered value': () => instance.flip('data', 130),
  'an altered author': () => instance.flip('metadata', 300),
  'events in another order': inLog(`UPDATE event SET position = -100 WHERE position = 100;
    UPDATE event SET position = 100 WHERE position = 200; UPDATE event SET position = 200 WHERE position = -100`),
  'a removed event': inLog('DELETE FROM event WHERE position = 150'),
  'an added event': inLog(`UPDATE event SET position = -(position + 1) WHERE position >= 300;
    UPDATE event SET position = -position WHERE position < 0;
    INSERT INTO event SELECT 300, stream, 999, gen_random_uuid(), type, json, created, data, metadata
      FROM kept WHERE position = 299`),
  'an altered chain': inDatabase(
    'UPDATE log_chain.chain_block SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE number = 0',
  ),
  'an altered head': inDatabase('UPDATE log_chain.chain_head SET chain = root'),
  'an altered checkpoint': inDatabase(alterSigned),
  'the events of two streams exchanged': inLog(`UPDATE event SET stream = 'elsewhere' WHERE position = 100;
    UPDATE event SET stream = k.stream, revision = k.revision FROM kept k WHERE event.position = 200 AND k.position = 100;
    UPDATE event SET stream = k.stream, revision = k.revision FROM kept k WHERE event.position = 100 AND k.position = 200`),
  'a removed beginning': inLog('DELETE FROM event WHERE position <= 2'),
  'a removed beginning, and another identity': async () => {
    const [first] = await instance.log.query<{ id: string }>('SELECT id FROM event WHERE position = 3');
    await instance.log.query('DELETE FROM event WHERE position <= 2');
    await instance.database.query('UPDATE read_store.log SET id = $1', [first?.id]);
    await instance.database.query('UPDATE read_store.checkpoint SET log = $1', [first?.id]);
  },
  'another identity': inDatabase('UPDATE read_store.log SET id = gen_random_uuid()'),
  'other places of all events': inLog(`UPDATE event SET position = -(position + 1000);
    UPDATE event SET position = -position`),
  'other words on what is of version 1': inDatabase('UPDATE log_chain.chain_head SET version1 = 0'),
  'a log, and the checkpoint of its chain removed': async () => {
    await instance.flip('data', 130);
    await instance.database.query(`DELETE FROM read_store.checkpoint WHERE schema = 'log_chain'`);
  },
  'a log, and its chain said to be older': async () => {
    await instance.flip('data', 130);
    await instance.database.query(`UPDATE read_store.checkpoint SET version = 0 WHERE schema = 'log_chain'`);
  },
  'a log, and half of its chain dropped': async () => {
    await instance.flip('data', 130);
    await instance.database.query('DROP TABLE log_chain.chain_block, log_chain.chain_head');
  },
  'a log, and all that was recorded of it dropped': async () => {
    await instance.flip('data', 130);
    await instance.database.query(`DROP SCHEMA log_chain CASCADE; DROP SCHEMA evidence CASCADE;
      DELETE FROM read_store.checkpoint WHERE schema = 'log_chain'`);
    await prepareOperations(instance.database);
  },
  'a log and its chain, rebuilt to agree': async () => {
    await instance.flip('data', 77);
    await instance.restartStore();
    await instance.chainAnew();
  },
  'a log, its chain and what was signed, all made anew': async () => {
    await instance.flip('data', 77);
    await instance.restartStore();
    await instance.database.query('DROP SCHEMA evidence CASCADE');
    await instance.chainAnew();
    await prepareOperations(instance.database);
  },
};

const undo = async (): Promise<void> => {
  await instance.restore();
  await instance.database.query(`DELETE FROM read_store.log; INSERT INTO read_store.log TABLE saved.log;
    UPDATE read_store.checkpoint SET log = (SELECT id FROM saved.log) WHERE log IS NOT NULL`);
  await instance.restartStore();
  await instance.database.transaction(async (sql) => {
    await sql.query(swapLock);
    await createTables(sql, logChain, 'log_chain');
    const rows = chainTables.map((table) => `INSERT INTO log_chain.${table} TABLE saved.${table}`);
    await sql.query(`${rows.join(';')}; DELETE FROM read_store.checkpoint WHERE schema = 'log_chain';
      INSERT INTO read_store.checkpoint TABLE saved.checkpoint; DROP SCHEMA IF EXISTS evidence CASCADE`);
  });
  await prepareOperations(instance.database);
  await restoreSigned();
};
/** The mirror still has the signed checkpoints and their key. Restores both. */
const restoreSigned = async (): Promise<void> => {
  const { database } = instance;
  await database.query(`INSERT INTO evidence.signing_key (id, public_key, since, predecessor, signature)
    SELECT id, public_key, since, predecessor, signature FROM saved.key`);
  await database.query(`INSERT INTO evidence.signed_checkpoint
      (position, count, time, chain, root, concepts, previous, hash, log, version1, key, signature)
    SELECT position, count, time, chain, root, concepts, previous, hash, log, version1, key, signature FROM saved.signed`);
};

const ordersOf = (rest: readonly Step[]): Step[][] =>
  rest.length === 0
    ? [[]]
    : rest.flatMap((first) =>
        ordersOf(rest.filter((step) => step !== first)).map((order) => [first, ...order]),
      );
const orders = ordersOf(Object.keys(steps) as Step[]);

/** `npm run forge` runs all combinations; otherwise every tenth forgery runs in one order. */
const cases = Object.keys(forgeries).flatMap((forgery, index) =>
  orders.flatMap((order, place) => {
    const isSample = index % 10 === 0 && place === (index * 7) % orders.length;
    return withAllForgeries() || isSample ? [{ forgery, order: order.join(', ') }] : [];
  }),
);

describe('what a mirrored checkpoint covers', () => {
  it.each(cases)('detects $forgery, whatever happens afterwards: $order', async ({ forgery, order }) => {
    await forgeries[forgery]?.();
    for (const step of order.split(', ') as Step[]) await steps[step]();
    await expectConviction();
    await undo();
    expect(await ops('audit', 'verify')).toBe(0);
  });
});

describe('a log with its checkpoints only in a bucket', () => {
  it('is compared with what is read back, which detects a log recreated with all local evidence', async () => {
    const bucket = await startBucket();
    onTestFinished(() => bucket.stop());
    const place = bucketIn(bucket.variables);
    if (!place) throw new Error('a bucket');
    const lines = readFileSync(join(directory, 'checkpoints.jsonl'), 'utf8').trim().split('\n');
    for (const line of lines) {
      const { key, hash } = JSON.parse(line);
      await openBucket(place).put(key ? `key-${key.id}` : `000000000001-${hash}`, line);
    }
    const audit = () => carryOut(['audit', 'verify'], { ...instance.variables, ...bucket.variables });
    expect(await audit()).toMatchObject({ code: 0, out: expect.stringContaining('1 copied.') });
    await forgeries['a log, its chain and what was signed, all made anew']?.();
    expect(await instance.ops('audit', 'verify')).toMatchObject({ code: 0 });
    const convicted = expect.stringMatching(
      /Copied checkpoint .* does not match.*The log is not what was recorded/s,
    );
    expect(await audit()).toMatchObject({ code: 1, out: convicted });
    bucket.state.isAway = true;
    const unread = expect.stringContaining(
      'Left out: the bucket evidence could not be read: the object store answered 503',
    );
    expect(await audit()).toMatchObject({ code: 1, out: unread });
    bucket.state.isAway = false;
    for (const [name, line] of bucket.objects)
      bucket.objects.set(name, line.replace('"count":', '"count":1'));
    const broken = expect.stringMatching(/A copy of checkpoints was changed\. the bucket evidence: Line \d+/);
    expect(await audit()).toMatchObject({ code: 1, out: broken });
    await undo();
  });
});
