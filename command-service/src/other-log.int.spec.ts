import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { conceptCalls, streamOf } from '@groundswell/contracts';
import { askReadiness } from '@groundswell/platform';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, type StartedPart, startPart, startStack, withoutWaiting } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Instance, startInstance } from './spec-kit/instance.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const eventually = { timeout: 40_000, interval: 50 };
const services = ['command-service', 'projections', 'query-service', 'workers'] as const;
type Service = (typeof services)[number];

let instance: Instance;
let token: string;
let ours: string;
let other: Stack;
let theirs: EventStore;
let theirFirst: string;
const parts = new Map<Service, StartedPart>();

const start = async (eventStoreUrl: string): Promise<void> => {
  const environment = {
    ...instance.environment,
    EVENTSTORE_URL: eventStoreUrl,
    REDIS_URL: instance.stack.redisUrl,
    ALPACA_DATA_URL: instance.environment.ALPACA_BROKER_URL ?? '',
    // No mail is sent here.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'spec@groundswell.test',
    TOKEN_PUBLIC_KEY: instance.environment.TOKEN_PRIVATE_KEY ?? '',
  };
  await Promise.all(
    services.map(async (service) => {
      const entry = fileURLToPath(new URL(`../../${service}/dist/main.js`, import.meta.url));
      parts.set(service, await startPart(entry, environment));
    }),
  );
};
const stop = async (): Promise<void> => {
  await Promise.all([...parts.values()].map((part) => part.stop()));
  parts.clear();
};
const urlOf = (service: Service): string => `http://127.0.0.1:${parts.get(service)?.port}`;
/** The checks of all services whose reason matches. */
const saying = async (words: RegExp): Promise<string[]> => {
  const found = await Promise.all(
    services.map(async (service) =>
      (await askReadiness(urlOf(service)))
        .filter(({ why }) => why && words.test(why))
        .map(({ check }) => `${service}: ${check}`),
    ),
  );
  return found.flat().sort();
};
const trends = async () => {
  const { path } = conceptCalls.getConcepts;
  const answer = await fetch(new URL(path, urlOf('query-service')));
  const body = JSON.parse(await answer.text());
  return answer.status === 200
    ? (body.concepts as { name: string }[]).map(({ name }) => name)
    : `${answer.status}: ${body.error}`;
};
const create = async (name: string) => {
  const answer = await fetch(new URL(conceptCalls.createNewConcept.path, urlOf('command-service')), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, description: 'About it', reason: 'A spec asks.' }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const ops = async (eventStoreUrl: string, ...words: string[]) => {
  const entry = fileURLToPath(new URL('../../projections/dist/operator/main.js', import.meta.url));
  const env = {
    DATABASE_URL: instance.stack.databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
  };
  const child = spawn(process.execPath, ['--no-warnings', entry, ...words], { env });
  child.stdin.end();
  const [out, notes] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, notes: withoutWaiting(notes) };
};
const rows = <Row extends object>(sql: string) => instance.services.database.query<Row>(sql, []);
/** All stored reading positions in the log. */
const places = async () => [
  await rows('SELECT schema, log, commit_position, seen_id FROM read_store.checkpoint ORDER BY schema'),
  await rows('SELECT * FROM mail.reading'),
];

beforeAll(async () => {
  [instance, other] = await Promise.all([startInstance(), startStack({ eventStore: 'shared process' })]);
  theirs = connectEventStore({ url: other.eventStoreUrl });
  const id = randomUUID();
  theirFirst = randomUUID();
  const created = {
    id: theirFirst,
    type: 'ConceptCreated' as const,
    data: { conceptId: id, name: 'Theirs', description: 'About it' },
    metadata: {
      actor: { id: 'a-spec', role: 'system' as const },
      correlationId: 'a-correlation',
      causationId: 'a-cause',
      schemaVersion: 1,
      occurredAt: new Date().toISOString(),
    },
  };
  await theirs.append(streamOf('concept', id), [created], { expectedRevision: 'no_stream' });
  token = (await instance.signIn(await instance.register({ staff: true }))).access;
  await start(instance.stack.eventStoreUrl);
  expect((await create('Ours')).status).toBe(200);
  await vi.waitFor(async () => expect(await trends()).toEqual(['Ours']), eventually);
  ours = (await instance.services.eventStore.identity()) ?? '';
  await vi.waitFor(async () => expect(await saying(/./)).toEqual([]), eventually);
  const readForMails = () => rows<{ log: string }>('SELECT log FROM mail.reading');
  await vi.waitFor(async () => expect(await readForMails()).toEqual([{ log: ours }]), eventually);
  await stop();
});
afterEach(stop);
afterAll(async () => {
  await theirs.dispose();
  await Promise.all([instance.stop(), other.stop()]);
});

const all = [
  'command-service: log',
  'projections: conceptRecord',
  'projections: growth',
  'projections: logChain',
  'projections: parkedJobs',
  'projections: tradingAccount',
  'projections: trendList',
  'projections: waitlistDemand',
  'query-service: log',
  'workers: mail',
  'workers: money',
  'workers: prices',
];
const refused =
  '503: This service is connected to a different log than its data comes from. An operator must decide which one to use.';

it('on an empty log nothing is served or written, and every part says why', async () => {
  const empty = await startStack({ eventStore: 'shared process' });
  const nothing = connectEventStore({ url: empty.eventStoreUrl });
  try {
    const before = await places();
    await start(empty.eventStoreUrl);
    await expect
      .poll(() => saying(new RegExp(`^The event store is empty; the log ${ours}`)), eventually)
      .toEqual(all);
    expect(await trends()).toBe(refused);
    expect((await create('Into nothing')).status).toBe(503);
    const written = [];
    for await (const batch of nothing.readStoredLog()) written.push(...batch);
    expect(written).toEqual([]);
    expect(await places()).toEqual(before);
  } finally {
    await stop();
    await nothing.dispose();
    await empty.stop();
  }
});

it('on another log nothing is served or written until an operator accepts it by name and reason', async () => {
  const before = await places();
  const head = await theirs.head();
  await start(other.eventStoreUrl);
  const words = new RegExp(
    `^The event store holds another log \\(${theirFirst}\\); the log ${ours} is expected`,
  );
  await expect.poll(() => saying(words), eventually).toEqual(all);
  expect(await trends()).toBe(refused);
  expect(await create('Into another')).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('a different log') },
  });
  const status = await ops(other.eventStoreUrl, 'status');
  expect(status.code).toBe(1);
  expect(status.out.match(/The event store holds another log/g)).toHaveLength(1);
  expect(status.out).toContain('npm run ops -- replay --from-this-log --reason="…"');
  for (const command of [
    ['verify', 'all'],
    ['replay', 'all'],
    ['audit', 'verify'],
  ]) {
    const { code, notes } = await ops(other.eventStoreUrl, ...command);
    expect([code, notes]).toEqual([1, expect.stringMatching(/^The event store holds another log/)]);
  }
  expect(await places()).toEqual(before);
  expect(await theirs.head()).toEqual(head);

  const [chain] = await rows('SELECT chain, count FROM log_chain.chain_head');
  expect((await ops(other.eventStoreUrl, 'replay', '--from-this-log')).code).toBe(2);
  const replayed = await ops(
    other.eventStoreUrl,
    ...['replay', '--from-this-log', '--as=ops-3', '--reason=the old cluster is gone'],
  );
  expect([replayed.code, replayed.out]).toEqual([
    0,
    expect.stringContaining(
      'The previous logChain is set aside: it was not compared, because the live one holds rows of another log.',
    ),
  ]);
  await expect.poll(trends, eventually).toEqual(['Theirs']);
  // Commands are accepted again, and refused: this log has no staff.
  await expect.poll(async () => (await create('Theirs too')).status, eventually).toBe(403);
  await expect.poll(() => saying(/./), eventually).toEqual([]);
  const [aside] = await rows<{ schema: string; log: string }>('SELECT schema, log FROM read_store.aside');
  expect(aside?.log).toBe(ours);
  expect(await rows(`SELECT chain, count FROM "${aside?.schema}".chain_head`)).toEqual([chain]);
  expect(
    await rows('SELECT id, is_current, set_aside_by, reason FROM read_store.log ORDER BY is_current'),
  ).toEqual([
    { id: ours, is_current: false, set_aside_by: 'ops-3', reason: 'the old cluster is gone' },
    { id: theirFirst, is_current: true, set_aside_by: null, reason: null },
  ]);
  const logs = await rows<{ log: string }>(
    'SELECT log FROM read_store.checkpoint UNION SELECT log FROM mail.reading',
  );
  expect(logs).toEqual([{ log: theirFirst }]);
  expect((await ops(other.eventStoreUrl, 'audit', 'verify')).code).toBe(0);
  expect((await ops(other.eventStoreUrl, 'replay', '--from-this-log', '--reason=again')).notes).toContain(
    'All data already comes from this log',
  );
});
