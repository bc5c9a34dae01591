import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createTerminal } from '@groundswell/platform/operator';
import { installReadModel, prepareReadStore } from '@groundswell/platform/read-store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepareOperations } from '../operations/prepare-operations.js';
import { readRebuilds } from '../operations/status.js';
import { tradingAccount } from '../read-models/trading-account/trading-account.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';
import { trace } from './trace.js';

const shared = shareStack();
const eventually = { timeout: 20_000, interval: 50 };
const ops = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  carryOut(words, { ...shared.variables, ...more });
/** A concept that is created and then renamed `renamed` times, each by a separate request. */
const create = async (renamed = 1) => {
  const [id, correlationId] = [randomUUID(), randomUUID()];
  const renames = Array.from({ length: renamed }, (_, n) =>
    newEvent('ConceptRenamed', { name: `Name ${n}` }),
  );
  const events = [conceptCreated(id, 'Ocean'), ...renames].map((event) => ({
    ...event,
    metadata: { ...event.metadata, correlationId, causationId: correlationId },
  }));
  const stream = streamOf('concept', id);
  const { position } = await shared.eventStore.append(stream, events, {
    expectedRevision: 'no_stream',
  });
  return { correlationId, stream, position: position.commit };
};
const nowhere = {
  redis: 'redis://127.0.0.1:1',
  eventStore: 'esdb://127.0.0.1:1?tls=false',
  database: 'postgres://127.0.0.1:1/nothing',
};

describe('while a service cannot be reached', () => {
  it('status names Redis, and shows everything else', async () => {
    const { position } = await create();
    await shared.keep(trendList);
    const { code, document } = await ops(['status', '--json'], { REDIS_URL: nowhere.redis });
    expect(code).toBe(1);
    expect(document).toMatchObject({ head: position.toString(), queues: null });
    expect(document.problems).toContain('Redis cannot be reached: queues were not checked');
  });

  it('status names the event store, and shows what PostgreSQL knows', async () => {
    await create();
    await shared.keep(trendList);
    const status = async () => (await ops(['status'], { EVENTSTORE_URL: nowhere.eventStore })).out;
    await expect.poll(status, eventually).toMatch(/^log head {2}unknown\n[\s\S]+\ntrendList +live/);
    expect(await status()).toContain('The event store cannot be reached: the log was not checked');
  });

  it('status names PostgreSQL, and shows what the log and Redis know', async () => {
    const { position } = await create();
    const away = { DATABASE_URL: nowhere.database };
    const { code, document } = await ops(['status', '--json'], away);
    expect(code).toBe(1);
    expect(document).toMatchObject({
      head: position.toString(),
      outOfReach: ['PostgreSQL'],
      readModels: null,
      queues: [],
      parked: null,
    });
    const { out } = await ops(['status'], away);
    const words = `^log head  ${position}\n\nNeeds attention:\n  PostgreSQL cannot be reached: .+ not checked\n$`;
    expect(out).toMatch(new RegExp(words));
  });

  it('stream and trace read the log also without PostgreSQL', async () => {
    const { stream, correlationId } = await create();
    const away = { DATABASE_URL: nowhere.database };
    expect((await ops(['stream', stream], away)).out).toContain('2 events');
    expect((await ops(['trace', correlationId], away)).out).toContain('ConceptRenamed');
  });

  it('trace prints the events, and notes that it did not look for jobs', async () => {
    const { correlationId } = await create();
    const { code, out, notes } = await ops(['trace', correlationId], { REDIS_URL: nowhere.redis });
    expect([code, notes]).toEqual([0, 'Redis cannot be reached: jobs were not checked.\n']);
    expect(out).toContain('ConceptRenamed');
    const { document } = await ops(['trace', correlationId, '--json'], { REDIS_URL: nowhere.redis });
    expect(document).toMatchObject({ jobs: null });
  });

  it('trace does not say that nothing is known when it could not look', async () => {
    const { code, notes } = await ops(['trace', 'nobody'], { REDIS_URL: nowhere.redis });
    expect([code, notes]).toEqual([69, expect.stringContaining('Redis cannot be reached')]);
  });
});

describe('reports of other parts', () => {
  it('appear in status: cash that differs, and workers that stand still', async () => {
    await shared.eventStore.append(
      streamOf('tradingAccount', 'ann'),
      [newEvent('CashDifferenceFound', { brokerCash: '240.00', ledgerCash: '250.00' })],
      { expectedRevision: 'no_stream' },
    );
    await shared.keep(tradingAccount);
    await installReadModel(shared.database, { ...trendList, name: 'spareBook' });
    await shared.database.query(
      `UPDATE read_store.checkpoint SET advanced_at = now() - interval '2 minutes' WHERE schema = 'spare_book'`,
    );
    const problems = async () => (await ops(['status', '--json'])).document.problems;
    await expect
      .poll(problems, eventually)
      .toEqual(
        expect.arrayContaining([
          'cash of ann: the broker has $240.00, the ledger $250.00: stream tradingAccount-ann',
          expect.stringMatching(/^spareBook is at position 0 and has not moved for 12\d s/),
        ]),
      );
  });
});

describe('what lies far back, or far ahead', () => {
  it('is counted up to a thousand, and said to be more', async () => {
    await create(1_100);
    await prepareReadStore(shared.database);
    await installReadModel(shared.database, trendList);
    expect((await ops(['status'])).out).toMatch(/\ntrendList .+ 1,000\+ /);
  });

  it('is not looked for before it has come', async () => {
    const { correlationId, position } = await create();
    for (const since of ['2099-01-01', '999999']) {
      const { code, notes } = await ops(['trace', correlationId, `--since=${since}`]);
      expect(code).toBe(1);
      expect(notes).toContain(`${since} is still to come: the log ends at position ${position}.`);
    }
  });

  it('is looked for from a position on, the event there included', async () => {
    const before = await create();
    const { correlationId, position } = await create(2);
    const types = async (since: bigint) => {
      const { document } = await ops(['trace', correlationId, `--since=${since}`, '--json']);
      return document.steps.map(({ what }: { what: string }) => what);
    };
    expect(await types(position)).toEqual(['ConceptRenamed']);
    expect(await types(before.position)).toEqual(['ConceptCreated', 'ConceptRenamed', 'ConceptRenamed']);
  });

  it('is looked for from the beginning of a day on', async () => {
    const { correlationId } = await create();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
    const { code, out } = await ops(['trace', correlationId, `--since=${today}`, `--until=${today}`]);
    expect([code, out]).toEqual([0, expect.stringContaining('ConceptCreated')]);
  });

  it('is looked for from the last checkpoint on that was signed before a time', async () => {
    const { correlationId, position } = await create();
    await prepareReadStore(shared.database);
    await prepareOperations(shared.database);
    await shared.database.query(
      `INSERT INTO evidence.signing_key (id, public_key, since, signature) VALUES ('key', '', '', '')`,
    );
    const sign = async (at: bigint, hoursAgo: number) =>
      shared.database.query(
        `INSERT INTO evidence.signed_checkpoint
           (position, count, time, chain, root, concepts, hash, log, version1, key, signature)
         VALUES ($1, 1, $2, '', '', '', $3, $4, 0, 'key', '')`,
        [
          at.toString(),
          new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
          `${at} ${hoursAgo}`,
          await shared.eventStore.identity(),
        ],
      );
    const since = `--since=${new Date(Date.now() - 60_000).toISOString()}`;
    const traced = async (more = {}) => (await ops(['trace', correlationId, since], more)).code;
    await sign(position - 1n, 3);
    // Too close to the time to be used: the clocks may differ.
    await sign((await create()).position, 0.5);
    expect(await traced()).toBe(0);
    // Signed as if before the events were recorded, so nothing before it is read.
    await sign((await create()).position, 2);
    expect(await traced()).toBe(1);
    expect(await traced({ DATABASE_URL: nowhere.database })).toBe(0);
  });

  it('is looked for up to a position, the event there included, and up to a time', async () => {
    const { correlationId, position } = await create(2);
    const after = await create();
    const types = async (until: string) => {
      const { document } = await ops(['trace', correlationId, `--until=${until}`, '--json']);
      return document.steps?.map(({ what }: { what: string }) => what) ?? document.exitCode;
    };
    const all = ['ConceptCreated', 'ConceptRenamed', 'ConceptRenamed'];
    expect(await types(`${position}`)).toEqual(all);
    expect(await types(`${position - 1n}`)).toEqual(all.slice(0, 2));
    expect(await types(`${after.position}`)).toEqual(all);
    expect(await types('2026-01-01')).toBe(1);
    expect(await types(new Date().toISOString())).toEqual(all);
    const { document } = await ops(['trace', correlationId, `--until=${position}`, '--json']);
    const [{ at }] = document.steps.slice(-1);
    expect(await types(at)).toEqual(all);
  });

  it('is not replayed before it has come', async () => {
    const { position } = await create();
    for (const until of ['2099-01-01', '999999', '9'.repeat(30)]) {
      const { code, notes } = await ops(['replay', 'trendList', `--until=${until}`]);
      expect(code).toBe(1);
      expect(notes).toContain(`${until} is still to come: the log ends at position ${position}.`);
    }
  });
});

describe('verify', () => {
  it('claims nothing about tables that it did not compare', async () => {
    await create();
    await shared.keep({ ...trendList, version: trendList.version + 1 });
    const { code, out } = await ops(['verify', 'trendList']);
    expect(code).toBe(1);
    expect(out).toContain(`trendList was not compared: the live one has version ${trendList.version + 1}`);
    expect(out).toContain('Nothing was compared.');
    expect(await readRebuilds(shared.database)).toMatchObject([
      { kind: 'verify', message: 'nothing was compared' },
    ]);
    expect(out).not.toContain('Every row');
  });
});

describe('a read model that has stopped before the end of the log', () => {
  const halted = async () => {
    await create();
    const daemon = await shared.keep(trendList);
    await expect.poll(async () => (await ops(['verify', 'trendList'])).code, eventually).toBe(0);
    await daemon.stop();
    await create();
  };

  it.each([
    ['verify', 'trendList'],
    ['replay', 'trendList', '--dry-run'],
  ])('is named by %s as left out, which then does not end well', async (...words) => {
    await halted();
    const { code, out } = await ops(words);
    expect(code).toBe(1);
    expect(out).toMatch(
      /trendList was compared up to position \d+, but not after it: no process owns it, so it does not advance/,
    );
    expect(out).toContain('Left out, fully or partly: trendList.');
    expect(out).not.toContain('Every row matches');
  });
});

describe('replay', () => {
  it('prints differences with its result, and progress apart from it', async () => {
    await create();
    await shared.keep(trendList);
    await expect.poll(async () => (await ops(['verify', 'trendList'])).code, eventually).toBe(0);
    await shared.database.query(`UPDATE trend_list.card SET name = 'Forged'`);
    const { code, out, notes } = await ops(['replay', 'trendList']);
    expect(code).toBe(0);
    expect(out).toMatch(/^read model +table +live rows [\s\S]+\n {2}name +Forged [\s\S]+Swapped in: /);
    expect(notes).not.toContain('read model');
    expect(notes).toMatch(/Compared: \d+ differences?\./);
  });
});

describe('an unknown name', () => {
  it('is answered with similar names', async () => {
    const model = await ops(['verify', 'trendlist']);
    expect([model.code, model.notes]).toEqual([
      2,
      expect.stringContaining('Did you mean trendList? Choose one of '),
    ]);
    const { code, notes } = await ops(['stream', 'trend-1']);
    expect([code, notes]).toEqual([
      1,
      expect.stringMatching(/^There is no stream "trend-1"\. Streams begin with: .*concept-/),
    ]);
    const other = await ops(['stream', 'concept-1']);
    expect(other.notes).toBe('There is no stream "concept-1".\n');
  });
});

describe('Ctrl-C', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('ends a trace before the log does', async () => {
    const { correlationId } = await create();
    for (const [name, value] of Object.entries(shared.variables)) vi.stubEnv(name, value);
    const terminal = createTerminal(false, { write: () => true }, { write: () => true });
    const asked = { definition: { name: 'trace', summary: '' }, options: {}, parameters: {} };
    const arguments_ = { 'correlation id': correlationId };
    const traced = trace({ ...asked, arguments: arguments_, terminal, signal: AbortSignal.abort() });
    await expect(traced).rejects.toThrow('aborted');
  });
});
