import { prepareReadStore } from '@groundswell/platform/read-store';
import { expect, it } from 'vitest';
import { prepareEvidence } from '../evidence/prepare-evidence.js';
import { shareStack } from '../specification/shared-stack.js';
import { placeBefore } from './place-before.js';

const shared = shareStack();

it('is not taken from a checkpoint that was signed before the log was moved or restored', async () => {
  const { database } = shared;
  await prepareReadStore(database);
  await prepareEvidence(database);
  await database.query(`INSERT INTO evidence.signing_key (id, public_key, since, signature) VALUES ('key', '', '', '');
    INSERT INTO evidence.signed_checkpoint
      (position, count, time, chain, root, concepts, hash, log, version1, key, signature)
    VALUES (700, 1, '2026-11-20T09:00:00.000Z', '', '', '', 'hash', 'log', 0, 'key', '')`);
  const find = async () =>
    (
      await placeBefore(
        { DATABASE_URL: shared.variables.DATABASE_URL },
        'log',
        new Date('2026-11-21T09:00:00Z'),
      )
    )?.commit;
  expect(await find()).toBe(700n);
  const strand = `INSERT INTO read_store.checkpoint (schema, read_model, version, shape, stranded)
    VALUES ('log_chain', 'logChain', 1, '', true)`;
  await database.query(strand);
  expect(await find()).toBeUndefined();
  await database.query(`DELETE FROM read_store.checkpoint;
    INSERT INTO read_store.aside (schema, read_model, set_aside_at) VALUES ('aside', 'logChain', '2026-11-20T12:00:00Z')`);
  expect(await find()).toBeUndefined();
});
