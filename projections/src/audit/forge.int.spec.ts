import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@groundswell/platform';
import { withAllForgeries } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepCheckpoints } from '../checkpoint-file/keep-checkpoints.js';
import { signingKeyOfFile } from '../checkpoints/signing-key.js';
import { startDaemon } from '../daemon/daemon.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { type ChainedLog, startChainedLog } from './spec-kit/chained-log.js';

vi.setConfig({ testTimeout: 120_000 });

let house: ChainedLog;
let directory: string;
const chainTables = ['chain_head', 'chain_block', 'chain_tile', 'chain_concept', 'chain_checkpoint'];

beforeAll(async () => {
  house = await startChainedLog();
  await prepareOperations(house.database);
  directory = mkdtempSync(join(tmpdir(), 'mirror-'));
  await restart();
  const copies = chainTables.map((table) => `CREATE TABLE saved.${table} AS TABLE log_chain.${table}`);
  await house.database.query(
    `CREATE SCHEMA saved; ${copies.join(';')}; CREATE TABLE saved.signed AS TABLE evidence.signed_checkpoint;
     CREATE TABLE saved.key AS TABLE evidence.signing_key`,
  );
}, 90_000);
afterAll(async () => {
  await house.stop();
  rmSync(directory, { recursive: true });
});

/** What a start of the parts does: the log is followed again, what is due is signed, and all that was signed is written down. */
const restart = async (): Promise<void> => {
  await house.restartStore();
  const { database, eventStore } = house;
  const log = createLog({ service: 'spec', level: 'silent' });
  const now = () => new Date();
  const daemon = await startDaemon({ database, eventStore, models: [logChain], log, now });
  // One that finds another log than it has read stops, and says so.
  await vi.waitFor(
    async () => expect((await daemon.checks.logChain?.())?.detail?.state).toMatch(/^(live|stopped)$/),
    { timeout: 25_000, interval: 25 },
  );
  await daemon.stop();
  const checkpoints = keepCheckpoints({
    database,
    eventStore,
    signer: { key: signingKeyOfFile(join(directory, 'key')), before: undefined },
    directory,
    log,
    now,
  });
  await checkpoints.stop();
};
/** By an operator, who has a copy of what was mirrored. */
const ops = async (...words: string[]): Promise<number> => {
  const { databaseUrl, eventStoreUrl } = house.stack;
  const variables = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, CHECKPOINT_DIR: directory };
  return (await carryOut(words, variables)).code;
};

const steps = {
  'replay all': () => ops('replay', 'all'),
  'replay --fresh': () => ops('replay', 'all', '--fresh'),
  restart,
  'audit verify': async () => expect(await ops('audit', 'verify')).toBe(1),
} as const;
type Step = keyof typeof steps;

const inDatabase = (sql: string) => () => house.database.query(sql);
const inLog = (sql: string) => () => house.log.query(sql);
const alterSigned = `ALTER TABLE evidence.signed_checkpoint DISABLE TRIGGER keep;
  UPDATE evidence.signed_checkpoint SET root = reverse(root);
  ALTER TABLE evidence.signed_checkpoint ENABLE TRIGGER keep`;

/** Everything by hand in the databases; whoever does it cannot reach what was mirrored. */
const forgeries: Readonly<Record<string, () => Promise<unknown>>> = {
  'an altered value': () => house.flip('data', 130),
  'an altered author': () => house.flip('metadata', 300),
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
  'a log and its chain, rebuilt to agree': async () => {
    await house.flip('data', 77);
    await house.restartStore();
    await house.chainAnew();
  },
  'a log, its chain and what was signed, all made anew': async () => {
    await house.flip('data', 77);
    await house.restartStore();
    await house.database.query('DROP SCHEMA evidence CASCADE');
    await house.chainAnew();
    await prepareOperations(house.database);
  },
};

const undo = async (): Promise<void> => {
  await house.restore();
  await house.restartStore();
  await house.chainAnew();
  await prepareOperations(house.database);
  await house.database.query(`TRUNCATE ${chainTables.map((table) => `log_chain.${table}`).join(', ')};
    ${chainTables.map((table) => `INSERT INTO log_chain.${table} TABLE saved.${table}`).join(';')};
    DROP SCHEMA evidence CASCADE`);
  await prepareOperations(house.database);
  await restoreSigned();
};
/** What was signed is still in the mirror, with its key: it goes back as it was. */
const restoreSigned = async (): Promise<void> => {
  const { database } = house;
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

/** `npm run forge` goes through all of them; otherwise every third forgery meets one order. */
const cases = Object.keys(forgeries).flatMap((forgery, index) =>
  orders.flatMap((order, place) => {
    const isSample = index % 3 === 0 && place === (index * 7) % orders.length;
    return withAllForgeries() || isSample ? [{ forgery, order: order.join(', ') }] : [];
  }),
);

describe('what a mirrored checkpoint covers', () => {
  it.each(cases)('convicts $forgery, whatever comes then: $order', async ({ forgery, order }) => {
    await forgeries[forgery]?.();
    for (const step of order.split(', ') as Step[]) await steps[step]();
    expect(await ops('audit', 'verify')).toBe(1);
    await undo();
    expect(await ops('audit', 'verify')).toBe(0);
  });
});
