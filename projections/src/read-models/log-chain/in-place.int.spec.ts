import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { installReadModel, readCheckpoints } from '@groundswell/platform/read-store';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChainedLog, startChainedLog } from '../../audit/spec-kit/chained-log.js';
import { carryOut } from '../../operator/spec-kit/carry-out.js';
import { conceptCreated } from '../../specification/events.js';
import { logChain } from './log-chain.js';

vi.setConfig({ testTimeout: 60_000 });

let house: ChainedLog;
beforeAll(async () => {
  house = await startChainedLog();
}, 60_000);
afterAll(() => house.stop());

const headOfChain = async () => {
  const [row] = await house.database.query<{ count: string; version1: string; chain: Buffer; root: Buffer }>(
    'SELECT count::text, version1::text, chain, root FROM log_chain.chain_head',
  );
  return row;
};
const blocks = () =>
  house.database.query('SELECT number, positions, ids, hashes FROM log_chain.chain_block ORDER BY number');

it('a chain of version 1 goes on where it ended, without being built again', async () => {
  // Everything so far, as a program left it that knew version 1 alone.
  await house.chainAnew(366);
  await house.database.query(`ALTER TABLE log_chain.chain_head DROP COLUMN version1;
    UPDATE read_store.checkpoint SET version = 1, shape = 'of another ddl' WHERE schema = 'log_chain'`);
  const [before, kept] = [await house.checkpoints(), await blocks()];

  expect(await installReadModel(house.database, logChain)).toBe('current');

  expect(await headOfChain()).toMatchObject({ count: '366', version1: '366' });
  expect(await blocks()).toEqual(kept);
  expect(await house.checkpoints()).toEqual(before);
  const [checkpoint] = await readCheckpoints(house.database, ['log_chain']);
  expect(checkpoint).toMatchObject({ version: logChain.version });
  expect(await house.verify(before)).toMatchObject({ intact: true, copied: { matching: 2 } });

  const id = randomUUID();
  await house.eventStore.append(streamOf('concept', id), [conceptCreated(id, 'Since then')], {
    expectedRevision: 'no_stream',
  });
  await house.chain();
  expect(await headOfChain()).toMatchObject({ count: '367', version1: '366' });
  expect(await house.verify(before)).toMatchObject({ intact: true, events: 367, copied: { matching: 2 } });
  // A rebuild gives the same: it holds the same events as version 1.
  const variables = { DATABASE_URL: house.stack.databaseUrl, EVENTSTORE_URL: house.stack.eventStoreUrl };
  const { code, document } = await carryOut(['replay', 'logChain', '--json'], variables);
  expect(document).toMatchObject({ swapped: true, kept: [], differences: 0 });
  expect(code).toBe(0);
});
