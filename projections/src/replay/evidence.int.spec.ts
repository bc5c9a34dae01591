import type { Database, Sql } from '@groundswell/platform/database';
import { shadowSchemaOf } from '@groundswell/platform/read-store';
import { withAllForgeries } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { type ChainedLog, describe, it, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { readRebuilds } from '../operations/status.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { createTrend } from '../specification/trends.js';
import { replay } from './replay.js';
import { signedChainOf } from './spec-kit/signed-chain.js';

vi.setConfig({ testTimeout: 60_000 });

let instance: ChainedLog;
beforeAll(async () => {
  instance = await startChainedLog();
}, 60_000);
afterAll(() => instance.stop());
afterEach(() => instance.restore());

const chained = signedChainOf(() => instance);
const { ops, headOfChain, schemas, remains } = chained;
const { setAside, decided, lastAside, forgetAside } = chained;
const { forge, sign, signMore, mend, begin, mendAndBegin } = chained;

/** `npm run forge` runs all of them, `npm test` some. */
const isAsked = (_: unknown, index: number): boolean => withAllForgeries() || index % 3 === 0;

describe('a rebuild of a log that was changed', () => {
  const ways = ['replay logChain', 'replay logChain --fresh', 'replay all', 'replay all --fresh'];

  it.each(ways.filter(isAsked))(
    'by %s does not replace the stored chain, says so, and rebuilds everything else',
    async (way) => {
      const before = await headOfChain();
      await forge();
      const { code, out } = await ops(...way.split(' '));
      expect(out).toMatch(/logChain was not replaced: what was rebuilt from the log differs from it/);
      expect(code).toBe(1);
      expect(await headOfChain()).toEqual(before);
      expect(await schemas()).not.toContain(shadowSchemaOf(logChain));
      if (way.includes('all')) expect(await schemas()).toContain('trend_list');
      expect((await ops('audit', 'verify')).code).toBe(1);
    },
  );

  it('is also refused by a dry run, which says so', async () => {
    await forge();
    const { code, document } = await ops('replay', 'logChain', '--dry-run', '--json');
    expect(code).toBe(1);
    expect(document).toMatchObject({ swapped: false, kept: [{ readModel: logChain.name }] });
  });
});

describe('a rebuild of a chain that was changed', () => {
  it('leaves it as it is: what differs is evidence too', async () => {
    const turn = `UPDATE log_chain.chain_block SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE number = 0`;
    await instance.database.query(turn);
    expect((await ops('replay', 'all')).code).toBe(1);
    expect((await ops('audit', 'verify')).code).toBe(1);
    await instance.database.query(turn);
    expect((await ops('audit', 'verify')).code).toBe(0);
  });
});

describe('a chain that an operator set aside', () => {
  afterEach(mendAndBegin);

  it('is kept under another schema, and the rebuilt one replaces it', async () => {
    const before = await headOfChain();
    await forge();
    expect((await ops('replay', 'logChain', '--set-aside')).code).toBe(2);
    expect(await headOfChain()).toEqual(before);
    const { code, out } = await setAside('a disk was restored');
    expect(out).toContain(
      'The previous logChain is set aside: what was rebuilt from the log differs from it.',
    );
    expect(code).toBe(0);
    const schema = await lastAside();
    expect(await headOfChain(schema)).toEqual(before);
    expect(await headOfChain()).not.toEqual(before);
    expect(await readRebuilds(instance.database, 1)).toMatchObject([
      { message: expect.stringContaining('logChain was set aside by ops-3: a disk was restored') },
    ]);
    await forgetAside(schema);
  });

  it('begins a new series of signed checkpoints, even if the command dies just after the swap', async () => {
    await sign();
    await forge();
    await instance.database.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER die BEFORE UPDATE ON operations.rebuild FOR EACH ROW WHEN (NEW.state = 'swapped') EXECUTE FUNCTION die()`);
    expect((await setAside('a disk was full')).code).not.toBe(0);
    await instance.database.query('DROP FUNCTION die CASCADE');
    expect((await decided()).at(-1)).toEqual({ decided_by: 'ops-3', reason: 'a disk was full' });
    expect(await signMore()).toBeDefined();
  });

  it('and then does not lead to what was signed meanwhile, is set aside again for that reason', async () => {
    await sign();
    await forge();
    expect((await setAside('a first reason')).code).toBe(0);
    // As if the operator had decided and nothing had been noted of it.
    await instance.database.query(`ALTER TABLE evidence.new_series DISABLE TRIGGER keep; DELETE FROM evidence.new_series;
      ALTER TABLE evidence.new_series ENABLE TRIGGER keep`);
    await expect(signMore()).rejects.toThrow('no longer leads there');
    expect((await ops('replay', 'logChain')).out).toContain('does not lead to the signed checkpoint of');
    expect((await setAside('a second reason')).code).toBe(0);
    expect(await decided()).toEqual([{ decided_by: 'ops-3', reason: 'a second reason' }]);
    expect(await signMore()).toBeDefined();
  });

  it('is kept until then where it and the log are shorter than what was signed', async () => {
    await signMore();
    await mend();
    expect((await ops('replay', 'logChain')).out).toContain('does not lead to the signed checkpoint of');
    expect((await setAside('its end was lost')).code).toBe(0);
    expect(await signMore()).toBeDefined();
  });

  it('has no part in the new series by what was about to be signed of it', async () => {
    const { database } = instance;
    await sign();
    const query: Sql['query'] = async (text, values) => {
      if (text.includes('INTO evidence.signed_checkpoint')) await begin();
      return database.query(text, values);
    };
    expect(await signMore({ ...database, query })).toBeUndefined();
    expect(await sign()).toBeDefined();
  });

  it('is not called changed where it was about to be signed: its successor need not lead through it', async () => {
    const { database } = instance;
    await sign();
    let isSwapped = false;
    const transaction: Database['transaction'] = async (work, how) => {
      if (!isSwapped) {
        await begin();
        await database.query('UPDATE log_chain.chain_head SET version1 = version1 + 1');
      }
      isSwapped = true;
      return database.transaction(work, how);
    };
    expect(await signMore(undefined, { ...database, transaction })).toBeUndefined();
    expect(await sign()).toBeDefined();
  });

  it('twice before anything was signed has both decisions recorded', async () => {
    for (const reason of ['first', 'second']) {
      await instance.database.query(
        `UPDATE log_chain.chain_head SET chain = set_byte(chain, 0, get_byte(chain, 0) # 1)`,
      );
      expect((await setAside(reason)).code).toBe(0);
    }
    expect((await decided()).slice(-2).map(({ reason }) => reason)).toEqual(['first', 'second']);
  });
});

describe('a chain that was made ready to be replaced, over a log that was changed', () => {
  afterEach(mend);

  const ways = [
    ['its checkpoint removed', `DELETE FROM read_store.checkpoint WHERE schema = 'log_chain'`],
    ['said to be older', `UPDATE read_store.checkpoint SET version = 0 WHERE schema = 'log_chain'`],
    ['of other make', `UPDATE read_store.checkpoint SET shape = 'other' WHERE schema = 'log_chain'`],
    ['without what tells of every event', 'DROP TABLE log_chain.chain_block, log_chain.chain_head'],
    ['without its record of single events', 'DROP TABLE log_chain.chain_block'],
    ['without its head', 'DROP TABLE log_chain.chain_head'],
    ['its head moved back', 'UPDATE log_chain.chain_head SET count = 100, position = 100'],
    ['its head emptied', 'DELETE FROM log_chain.chain_head'],
  ] as const;
  const isNeitherReplacedNorPassed = async () => {
    const replayed = await ops('replay', 'all');
    expect([replayed.code, replayed.out]).toEqual([1, expect.stringContaining('logChain was not replaced')]);
    const { code, out, notes } = await ops('audit', 'verify');
    expect([code, out + notes]).toEqual([1, expect.not.stringMatching(/Nothing was altered|It failed/)]);
  };

  it.each(ways.filter(isAsked))('stays as it is, %s, and the audit does not pass', async (_, statement) => {
    await forge();
    await instance.database.query(statement);
    const before = await remains();
    await createTrend(instance.eventStore, 'Another');
    // One process starts and reports the read model as stopped; another refuses to start and gives the reason.
    await instance.restartProjections().catch(String);
    expect(await remains()).toEqual(before);
    await isNeitherReplacedNorPassed();
    expect(await remains()).toEqual(before);
  });

  it('goes on where the log has what it read last, said to be stranded, and the audit does not pass', async () => {
    await forge();
    await instance.database.query('UPDATE read_store.checkpoint SET stranded = true');
    await createTrend(instance.eventStore, 'Another');
    expect(await instance.restartProjections()).not.toContain('stranded');
    await isNeitherReplacedNorPassed();
  });

  it('says at the start why it cannot be continued, and the command that decides', async () => {
    await instance.database.query(`DELETE FROM read_store.checkpoint WHERE schema = 'log_chain'`);
    expect(await instance.restartProjections()).toContain('its checkpoint is missing');
    expect((await ops('status')).out).toMatch(/logChain: its checkpoint is missing\. `replay logChain`/);
    expect((await ops('replay', 'logChain')).out).toMatch(
      /logChain was not replaced: .*`replay logChain --set-aside/,
    );
    const { code, out } = await setAside('a drill');
    expect([code, out]).toEqual([0, expect.stringContaining('The previous logChain is set aside: ')]);
    expect((await ops('audit', 'verify')).code).toBe(0);
  });
});

describe('a damaged chain over an unchanged log', () => {
  beforeAll(async () => {
    await sign();
  });
  // The log is as it was, so that the store need not start again.
  afterEach(() => instance.chainAnew());

  const lost = [
    ['chain_block', 'cannot be read'],
    ['chain_concept', 'was changed'],
    ['chain_checkpoint', 'was changed'],
    ['chain_tile', 'was changed'],
    ['chain_head', 'cannot be read'],
  ] as const;

  it.each(lost.filter(isAsked))(
    'without %s is rebuilt, and what was left of it is kept aside',
    async (table, said) => {
      const before = await headOfChain();
      await instance.database.query(`DROP TABLE log_chain.${table}`);
      const audited = await ops('audit', 'verify');
      expect([audited.code, audited.out]).toEqual([
        1,
        expect.stringMatching(new RegExp(`${said} \\(.*table ${table} is missing`)),
      ]);
      const { code, out } = await ops('replay', 'logChain');
      expect([code, out]).toEqual([0, expect.stringContaining('Swapped in')]);
      expect(await headOfChain()).toEqual(before);
      const schema = await lastAside();
      expect(schema).toMatch(/^log_chain__aside_/);
      await forgetAside(schema);
      expect((await ops('audit', 'verify')).code).toBe(0);
    },
  );

  it('without all that tells of every event is not', async () => {
    await instance.database.query('DROP TABLE log_chain.chain_block, log_chain.chain_head');
    const { code, out } = await ops('replay', 'logChain');
    expect([code, out]).toEqual([1, expect.stringContaining('too little of it is intact')]);
  });

  it('is not where it contradicts what was signed', async () => {
    await instance.database.query(`ALTER TABLE evidence.signed_checkpoint DISABLE TRIGGER keep;
      UPDATE evidence.signed_checkpoint SET root = reverse(root); DROP TABLE log_chain.chain_tile`);
    const { code, out } = await ops('replay', 'logChain');
    expect([code, out]).toEqual([1, expect.stringContaining('does not lead to the signed checkpoint of')]);
    await instance.database.query('UPDATE evidence.signed_checkpoint SET root = reverse(root)');
  });
});

describe('a rebuild of an unchanged log', () => {
  afterEach(mendAndBegin);

  it('may replace the chain: it is the same', async () => {
    const before = await headOfChain();
    const { code, document } = await ops('replay', 'logChain', '--json');
    expect(code).toBe(0);
    expect(document).toMatchObject({ swapped: true, kept: [] });
    expect(await headOfChain()).toEqual(before);
  });

  it('also does so while the chain has not read all of the log: they are compared where it is', async () => {
    const before = await headOfChain();
    await createTrend(instance.eventStore, 'Not chained yet');
    const { code, document } = await ops('replay', 'logChain', '--json');
    expect([code, document]).toEqual([0, expect.objectContaining({ swapped: true, kept: [] })]);
    expect(await headOfChain()).toEqual(before);
    await instance.chain();
    expect(await headOfChain()).not.toEqual(before);
  });

  it('also does so while more is chained and signed, after both were compared', async () => {
    const { database, eventStore } = instance;
    let signed: Awaited<ReturnType<typeof sign>>;
    const query: Database['query'] = async (text, values) => {
      if (text.includes('FROM evidence.signed_checkpoint')) signed ??= await signMore();
      return database.query(text, values);
    };
    const { signal } = new AbortController();
    const dependencies = { database: { ...database, query }, eventStore, signal };
    const { swapped, kept } = await replay(dependencies, [logChain], { fresh: false, dryRun: false });
    expect([swapped, kept]).toEqual([true, []]);
    expect(signed).toBeDefined();
    expect((await ops('audit', 'verify')).code).toBe(0);
  });
});
