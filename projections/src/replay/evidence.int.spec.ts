import { shadowSchemaOf } from '@groundswell/platform/read-store';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChainedLog, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { readRebuilds } from '../operations/standing.js';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { logChain } from '../read-models/log-chain/log-chain.js';

vi.setConfig({ testTimeout: 60_000 });

let house: ChainedLog;
beforeAll(async () => {
  house = await startChainedLog();
}, 60_000);
afterAll(() => house.stop());
afterEach(() => house.restore());

const ops = (...words: string[]) => {
  const { databaseUrl, eventStoreUrl } = house.stack;
  return carryOut(words, { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl });
};
const headOfChain = async () => {
  const [row] = await house.database.query('SELECT chain, root, count FROM log_chain.chain_head');
  return row;
};
const schemas = async () => {
  const found = await house.database.query<{ name: string }>(
    'SELECT schema AS name FROM read_store.checkpoint',
  );
  return found.map(({ name }) => name);
};
/** Alters one event behind the back of everybody, as the store hands it out from then on. */
const forge = async () => {
  await house.flip('data', 130);
  await house.restartStore();
};

describe('a rebuild of a log that was changed', () => {
  it.each([
    ['replay', ['replay', 'logChain']],
    ['replay --fresh', ['replay', 'logChain', '--fresh']],
    ['replay all', ['replay', 'all']],
    ['replay all --fresh', ['replay', 'all', '--fresh']],
  ])('by %s does not replace the stored chain, says so, and lets all else go on', async (_, words) => {
    const before = await headOfChain();
    await forge();
    const { code, out } = await ops(...words);
    expect(out).toMatch(/logChain was not replaced: what was rebuilt from the log differs from it/);
    expect(code).toBe(1);
    expect(await headOfChain()).toEqual(before);
    expect(await schemas()).not.toContain(shadowSchemaOf(logChain));
    if (words.includes('all')) expect(await schemas()).toContain('trend_list');
    expect((await ops('audit', 'verify')).code).toBe(1);
  });

  it('is refused by a dry run alike, which says that it would be', async () => {
    await forge();
    const { code, document } = await ops('replay', 'logChain', '--dry-run', '--json');
    expect(code).toBe(1);
    expect(document).toMatchObject({ swapped: false, kept: [{ readModel: logChain.name }] });
  });
});

describe('a rebuild of a chain that was changed', () => {
  it('leaves it as it is: what differs is evidence too', async () => {
    const turn = `UPDATE log_chain.chain_block SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE number = 0`;
    await house.database.query(turn);
    expect((await ops('replay', 'all')).code).toBe(1);
    expect((await ops('audit', 'verify')).code).toBe(1);
    await house.database.query(turn);
    expect((await ops('audit', 'verify')).code).toBe(0);
  });
});

describe('a chain that somebody decided to set aside', () => {
  afterEach(async () => {
    await house.restore();
    await house.restartStore();
    await house.chainAnew();
  });

  it('is kept under another schema, and the rebuilt one goes on in its place', async () => {
    const before = await headOfChain();
    await forge();
    expect((await ops('replay', 'logChain', '--set-aside')).code).toBe(2);
    expect(await headOfChain()).toEqual(before);
    const { code, out } = await ops(
      'replay',
      'logChain',
      '--set-aside',
      '--reason=a disk was restored',
      '--as=ops-3',
    );
    expect(out).toContain('logChain as it was is kept aside.');
    expect(code).toBe(0);
    const [aside] = await house.database.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'log\\_chain\\_\\_aside\\_%'`,
    );
    expect(await house.database.query(`SELECT chain, root, count FROM "${aside?.name}".chain_head`)).toEqual([
      before,
    ]);
    expect(await headOfChain()).not.toEqual(before);
    expect(await readRebuilds(house.database, 1)).toMatchObject([
      { message: expect.stringContaining('logChain was set aside by ops-3: a disk was restored') },
    ]);
    await house.database.query(`DROP SCHEMA "${aside?.name}" CASCADE`);
  });
});

describe('a rebuild of a log that nobody changed', () => {
  it('may replace the chain: it is the same', async () => {
    const before = await headOfChain();
    const { code, document } = await ops('replay', 'logChain', '--json');
    expect(code).toBe(0);
    expect(document).toMatchObject({ swapped: true, kept: [] });
    expect(await headOfChain()).toEqual(before);
  });
});
