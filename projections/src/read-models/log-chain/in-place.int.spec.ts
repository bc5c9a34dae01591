import { installReadModel, readCheckpoints } from '@groundswell/platform/read-store';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type ChainedLog, it, startChainedLog } from '../../audit/spec-kit/chained-log.js';
import { createTrend } from '../../specification/trends.js';
import { logChain } from './log-chain.js';

vi.setConfig({ testTimeout: 60_000 });

let instance: ChainedLog;
beforeAll(async () => {
  instance = await startChainedLog();
}, 60_000);
afterAll(() => instance.stop());

const headOfChain = async () => {
  const [row] = await instance.database.query<{
    count: string;
    version1: string;
    chain: Buffer;
    root: Buffer;
  }>('SELECT count::text, version1::text, chain, root FROM log_chain.chain_head');
  return row;
};
const blocks = () =>
  instance.database.query('SELECT number, positions, ids, hashes FROM log_chain.chain_block ORDER BY number');

it('a chain of version 1 continues where it ended, without a rebuild', async () => {
  // All events so far, as left by a program that only knew version 1.
  await instance.chainAnew(366);
  await instance.database.query(`ALTER TABLE log_chain.chain_head DROP COLUMN version1;
    UPDATE read_store.checkpoint SET version = 1, shape = 'of another ddl' WHERE schema = 'log_chain'`);
  const [before, kept] = [await instance.checkpoints(), await blocks()];

  expect(await installReadModel(instance.database, logChain)).toBe('current');

  expect(await headOfChain()).toMatchObject({ count: '366', version1: '366' });
  expect(await blocks()).toEqual(kept);
  expect(await instance.checkpoints()).toEqual(before);
  const [checkpoint] = await readCheckpoints(instance.database, ['log_chain']);
  expect(checkpoint).toMatchObject({ version: logChain.version });
  expect(await instance.verify(before)).toMatchObject({ intact: true, copied: { matching: 2 } });

  await createTrend(instance.eventStore, 'Since then');
  await instance.chain();
  expect(await headOfChain()).toMatchObject({ count: '367', version1: '366' });
  expect(await instance.verify(before)).toMatchObject({ intact: true, events: 367, copied: { matching: 2 } });
  // A rebuild gives the same result: it hashes the same events as version 1.
  const { code, document } = await instance.ops('replay', 'logChain', '--json');
  expect(document).toMatchObject({ swapped: true, kept: [], differences: 0 });
  expect(code).toBe(0);
});
