import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { createTerminal } from '@groundswell/platform/operator';
import { installReadModel, prepareReadStore, type ReadModel } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { readRebuilds } from '../operations/standing.js';
import { tradingAccount } from '../read-models/trading-account/trading-account.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { carryOut } from './spec-kit/carry-out.js';
import { trace } from './trace.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
const daemons: Daemon[] = [];
beforeEach(async () => {
  stack = await startStack({ eventStore: true });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
});
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()));
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const eventually = { timeout: 20_000, interval: 50 };
const variables = () => ({
  DATABASE_URL: stack.databaseUrl,
  EVENTSTORE_URL: stack.eventStoreUrl,
  REDIS_URL: stack.redisUrl,
});
const ops = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  carryOut(words, { ...variables(), ...more });
const keep = async (model: ReadModel): Promise<void> => {
  const log = createLog({ service: 'spec', level: 'silent' });
  daemons.push(await startDaemon({ database, eventStore, log, models: [model] }));
};
/** A concept that was created and then renamed, so often. */
const create = async (renamed = 1) => {
  const id = randomUUID();
  const renames = Array.from({ length: renamed }, (_, n) =>
    newEvent('ConceptRenamed', { name: `Name ${n}` }),
  );
  const { position } = await eventStore.append(
    streamOf('concept', id),
    [conceptCreated(id, 'Ocean'), ...renames],
    { expectedRevision: 'no_stream' },
  );
  return { stream: `concept-${id}`, position: position.commit };
};
const cards = () => database.query<{ name: string }>('SELECT name FROM trend_list.card');
/** Changes the log behind the store's back, which has the end of it in memory: as no program can. */
const inLog = async (statement: string): Promise<void> => {
  await stack.eventStore?.stop();
  const log = openDatabase({ url: stack.logDatabaseUrl, name: 'spec', connections: 1 });
  await log.query(statement);
  await log.close();
  await stack.restartEventStore();
};
const fromTheFuture = 'ConceptRenamed.v9';
const writeFuture = ({ position }: { position: bigint }) =>
  inLog(`UPDATE event SET type = '${fromTheFuture}' WHERE position = ${position}`);
const nowhere = { redis: 'redis://127.0.0.1:1', eventStore: 'esdb://127.0.0.1:1?tls=false' };

describe('an event that this program cannot read', () => {
  it('is named by status, which says all the rest as well', async () => {
    const concept = await create();
    await writeFuture(concept);
    await keep(trendList);
    const standing = async () => (await ops(['status', '--json'])).document;
    await expect.poll(standing, eventually).toMatchObject({
      head: concept.position.toString(),
      queues: [],
      readModels: expect.arrayContaining([
        expect.objectContaining({ readModel: 'trendList', state: 'stopped', lagEvents: null, rows: 1 }),
      ]),
      problems: expect.arrayContaining([
        expect.stringMatching(`^trendList: ${fromTheFuture} .+${concept.stream} at 1.+cannot be read`),
      ]),
    });
  });

  it('is named by status also where nobody keeps the read model', async () => {
    const concept = await create();
    await writeFuture(concept);
    await prepareReadStore(database);
    await installReadModel(database, trendList);
    const { code, out } = await ops(['status']);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`trendList: no process keeps it.+${fromTheFuture} .+cannot be read`));
  });

  it('is shown as it is stored, by stream and by trace', async () => {
    const concept = await create(2);
    await writeFuture({ position: concept.position - 1n });
    const stream = await ops(['stream', concept.stream]);
    expect(stream.code).toBe(0);
    expect(stream.out).toMatch(
      /^0 {2}ConceptCreated[\s\S]+\n1 {2}ConceptRenamed\.v9 [\s\S]+"Name 0"[\s\S]+\n2 {2}ConceptRenamed /,
    );
    expect(stream.out).toMatch(/unreadable: it is version 9 of ConceptRenamed/);
    const trace = await ops(['trace', 'a-correlation', '--json']);
    expect(trace.document.events).toMatchObject([
      { type: 'ConceptCreated' },
      { type: fromTheFuture, data: { name: 'Name 0' }, unreadable: expect.stringContaining('version 9') },
      { type: 'ConceptRenamed' },
    ]);
    expect((await ops(['trace', 'a-correlation'])).out).toContain(`${fromTheFuture} (unreadable)`);
  });

  it('does not keep verify from explaining what stands before it', async () => {
    const concept = await create();
    await keep(trendList);
    await expect.poll(async () => (await cards()).length, eventually).toBe(1);
    await daemons.pop()?.stop();
    await database.query(`UPDATE trend_list.card SET name = 'Forged'`);
    const { position } = await eventStore.append(
      concept.stream,
      [newEvent('ConceptRenamed', { name: 'Later' })],
      { expectedRevision: 'any' },
    );
    await writeFuture({ position: position.commit });
    const { code, out } = await ops(['verify', 'trendList']);
    expect(code).toBe(1);
    expect(out).toMatch(/name +Forged +Name 0/);
    expect(out).toContain(`(${concept.stream} at 1, position ${concept.position})`);
  });

  it('refuses a replay by its name, and says what to do', async () => {
    const concept = await create();
    await writeFuture(concept);
    const { code, notes } = await ops(['replay', 'trendList']);
    expect(code).toBe(1);
    expect(notes).toMatch(new RegExp(`${fromTheFuture} .+cannot be read.+\\n.+-- stream ${concept.stream}`));
  });
});

describe('an event that cannot be applied', () => {
  it('refuses a replay by its name, and says what to do', async () => {
    const concept = await create(0);
    await inLog(`UPDATE event SET data = '{}' WHERE position = ${concept.position}`);
    const { code, notes } = await ops(['replay', 'trendList']);
    expect(code).toBe(1);
    expect(notes).toMatch(new RegExp(`ConceptCreated .+position ${concept.position}\\) cannot be applied`));
    expect(notes).toContain(`-- stream ${concept.stream}`);
  });
});

describe('while something is out of reach', () => {
  it('status says so of Redis, and tells all the rest', async () => {
    const { position } = await create();
    await keep(trendList);
    const { code, document } = await ops(['status', '--json'], { REDIS_URL: nowhere.redis });
    expect(code).toBe(1);
    expect(document).toMatchObject({ head: position.toString(), queues: null });
    expect(document.problems).toContain('Redis is out of reach: queues were not looked at');
  });

  it('status says so of the event store, and tells what PostgreSQL knows', async () => {
    await create();
    await keep(trendList);
    const standing = async () => (await ops(['status'], { EVENTSTORE_URL: nowhere.eventStore })).out;
    await expect.poll(standing, eventually).toMatch(/^log head {2}unknown\n[\s\S]+\ntrendList +live/);
    expect(await standing()).toContain('The event store is out of reach: the log was not looked at');
  });

  it('trace prints the events, and notes that it did not look for jobs', async () => {
    await create();
    const { code, out, notes } = await ops(['trace', 'a-correlation'], { REDIS_URL: nowhere.redis });
    expect([code, notes]).toEqual([0, 'Redis is out of reach: jobs were not looked at.\n']);
    expect(out).toContain('ConceptRenamed');
    const { document } = await ops(['trace', 'a-correlation', '--json'], { REDIS_URL: nowhere.redis });
    expect(document).toMatchObject({ jobs: null });
  });

  it('trace does not say that nothing is known when it could not look', async () => {
    const { code, notes } = await ops(['trace', 'nobody'], { REDIS_URL: nowhere.redis });
    expect([code, notes]).toEqual([69, expect.stringContaining('Redis is out of reach')]);
  });
});

describe('what other parts have to tell', () => {
  it('is said by status: cash that differs, and workers that stand still', async () => {
    await eventStore.append(
      streamOf('tradingAccount', 'ann'),
      [newEvent('CashDifferenceFound', { brokerCash: '240.00', ledgerCash: '250.00' })],
      { expectedRevision: 'no_stream' },
    );
    await keep(tradingAccount);
    await installReadModel(database, { ...trendList, name: 'spareBook' });
    await database.query(
      `UPDATE read_store.checkpoint SET advanced_at = now() - interval '2 minutes' WHERE schema = 'spare_book'`,
    );
    const problems = async () => (await ops(['status', '--json'])).document.problems;
    await expect
      .poll(problems, eventually)
      .toEqual(
        expect.arrayContaining([
          "1 account: the broker's cash is another than the ledger's",
          expect.stringMatching(/^spareBook stands at position 0 and has not moved for 12\d s/),
        ]),
      );
  });
});

describe('what lies far back, or far ahead', () => {
  it('is counted up to a thousand, and said to be more', async () => {
    await create(1_100);
    await prepareReadStore(database);
    await installReadModel(database, trendList);
    expect((await ops(['status'])).out).toMatch(/\ntrendList .+ 1,000\+ /);
  });

  it('is not looked for before it has come', async () => {
    const { position } = await create();
    for (const since of ['2099-01-01', '999999']) {
      const { code, notes } = await ops(['trace', 'a-correlation', `--since=${since}`]);
      expect(code).toBe(1);
      expect(notes).toContain(`${since} is still to come: the log ends at position ${position}.`);
    }
  });

  it('is looked for from a position on, the event there included', async () => {
    const { position } = await create(2);
    const types = async (since: bigint) => {
      const { document } = await ops(['trace', 'a-correlation', `--since=${since}`, '--json']);
      return document.steps.map(({ what }: { what: string }) => what);
    };
    expect(await types(position)).toEqual(['ConceptRenamed']);
    expect(await types(position - 2n)).toEqual(['ConceptCreated', 'ConceptRenamed', 'ConceptRenamed']);
  });

  it('is not replayed before it has come', async () => {
    const { position } = await create();
    for (const until of ['2099-01-01', '999999']) {
      const { code, notes } = await ops(['replay', 'trendList', `--until=${until}`]);
      expect(code).toBe(1);
      expect(notes).toContain(`${until} is still to come: the log ends at position ${position}.`);
    }
  });
});

describe('verify', () => {
  it('claims nothing of tables that it did not compare', async () => {
    await create();
    await keep({ ...trendList, version: trendList.version + 1 });
    const { code, out } = await ops(['verify', 'trendList']);
    expect(code).toBe(1);
    expect(out).toContain(`trendList was not compared: the live one is of version ${trendList.version + 1}`);
    expect(out).toContain('Nothing was compared.');
    expect(await readRebuilds(database)).toMatchObject([{ kind: 'verify', message: 'nothing was compared' }]);
    expect(out).not.toContain('Every row');
  });
});

describe('Ctrl-C', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('ends a trace before the log does', async () => {
    await create();
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    const terminal = createTerminal(false, { write: () => true }, { write: () => true });
    const asked = { definition: { name: 'trace', summary: '' }, options: {}, parameters: {} };
    const arguments_ = { 'correlation id': 'a-correlation' };
    const traced = trace({ ...asked, arguments: arguments_, terminal, signal: AbortSignal.abort() });
    await expect(traced).rejects.toThrow('aborted');
  });
});
