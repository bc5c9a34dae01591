import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configSchema as commandConfig } from '../command-service/src/config.js';
import { type Instance, startInstance } from '../command-service/src/spec-kit/instance.js';
import { calls, headers } from '../packages/contracts/src/index.js';
import { type Database, openDatabase } from '../packages/platform/src/database/index.js';
import { connectEventStore } from '../packages/platform/src/event-store/index.js';
import { createLog, parseConfig } from '../packages/platform/src/index.js';
import { freshDatabase, keepLog } from '../packages/testing/src/index.js';
import { startDaemon } from '../projections/src/daemon/daemon.js';
import { readModels } from '../projections/src/index.js';
import { configSchema as queryConfig } from '../query-service/src/config.js';
import { startQueryService } from '../query-service/src/start.js';
import { openOutbox } from '../workers/src/mail/outbox.js';
import { prepareOwnTables } from '../workers/src/money/own-tables.js';
import { prepareAsked } from '../workers/src/prices/asked.js';

const script = readFileSync(fileURLToPath(new URL('../database-roles.sql', import.meta.url)), 'utf8');
const log = createLog({
  service: 'roles-spec',
  level: 'info',
  destination: { write: (line: string) => keepLog('roles-spec', line) },
});
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of cleanUp.toReversed()) await undo();
});

/** Runs the script at two starts, but with unique role names: roles are shared by all databases of a server. */
const makeRoles = async () => {
  const { databaseUrl, drop } = await freshDatabase();
  const server = openDatabase({ url: databaseUrl, name: 'roles spec', connections: 2 });
  const name = new URL(databaseUrl).pathname.slice(1);
  const [owner, reader, password] = [`${name}_owner`, `${name}_reader`, randomUUID()];
  const text = script
    .replace(/^SELECT 'CREATE DATABASE .*$/m, '')
    .replace(/^\\.*$/gm, '')
    .replaceAll('DATABASE groundswell', `DATABASE ${name}`)
    .replaceAll('groundswell_reader', reader)
    .replace(/\bgroundswell\b/g, owner);
  for (const given of ['the one of the first start', password])
    await server.query(text.replace(/:'\w+'/g, `'${given}'`));
  cleanUp.push(async () => {
    await server.query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER`);
    for (const role of [reader, owner])
      await server.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await server.close();
    await drop();
  });
  const urlOf = (role: string): string => {
    const url = new URL(databaseUrl);
    url.username = role;
    url.password = password;
    return url.href;
  };
  return { owner, ownerUrl: urlOf(owner), readerUrl: urlOf(reader) };
};

let roles: Awaited<ReturnType<typeof makeRoles>>;
let instance: Instance;
let queries: string;
let owning: Database;
let reading: Database;
beforeAll(async () => {
  roles = await makeRoles();
  owning = openDatabase({ url: roles.ownerUrl, name: 'roles spec', connections: 4 });
  reading = openDatabase({ url: roles.readerUrl, name: 'roles spec', connections: 2 });
  cleanUp.push(
    () => owning.close(),
    () => reading.close(),
  );
  instance = await startInstance({ DATABASE_URL: roles.ownerUrl });
  cleanUp.push(() => instance.stop());
  const eventStore = connectEventStore({ url: instance.stack.eventStoreUrl, logger: log });
  cleanUp.push(() => eventStore.dispose());
  const daemon = await startDaemon({
    database: owning,
    eventStore,
    log,
    models: readModels,
    now: () => new Date(),
  });
  cleanUp.push(() => daemon.stop());
  await Promise.all([openOutbox(owning), prepareOwnTables(owning), prepareAsked(owning)]);
  const { TOKEN_PRIVATE_KEY } = parseConfig(commandConfig, instance.environment);
  const service = await startQueryService(
    parseConfig(queryConfig, {
      NODE_ENV: 'test',
      DATABASE_URL: roles.readerUrl,
      EVENTSTORE_URL: instance.stack.eventStoreUrl,
      ALPACA_BROKER_URL: instance.environment.ALPACA_BROKER_URL,
      ALPACA_KEY_ID: 'spec',
      ALPACA_SECRET_KEY: 'spec',
      TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(TOKEN_PRIVATE_KEY)).toString('base64url'),
    }),
    log,
    instance.now,
  );
  cleanUp.push(
    () => service.http.close(),
    () => service.store.close(),
  );
  queries = service.http.url;
  const ready = async () => expect((await ask('/health/ready')).status).toBe(200);
  await vi.waitFor(ready, { timeout: 20_000 });
});

const ask = (path: string, more: Readonly<Record<string, string>> = {}) =>
  fetch(`${queries}${path}`, { headers: more });

describe('the services, with the roles of the compose file,', () => {
  it('do their work: one reads what the other writes, and an ended session has ended for both', async () => {
    const staff = await instance.register({ staff: true });
    const session = await instance.signIn(staff);
    const { status, body } = await instance.ask(
      calls.createNewConcept,
      { name: 'Ocean', description: 'Energy of waves.' },
      { token: session.access, key: randomUUID() },
    );
    expect(status).toBe(200);
    const concepts = await ask('/api/get_concepts/', { [headers.readAfter]: body.position });
    expect(await concepts.text()).toContain('Ocean');
    const bearer = { authorization: `Bearer ${session.access}` };
    expect((await ask(calls.getParkedJobs.path, bearer)).status).toBe(200);
    const found = await (await ask(calls.getStatus.path, bearer)).json();
    expect(found).toMatchObject({
      read_models: expect.arrayContaining([expect.objectContaining({ owner: expect.any(String) })]),
    });
    expect((await instance.ask(calls.signOut, { refresh: session.refresh })).status).toBe(200);
    // It hears of it from PostgreSQL, a moment after the answer.
    await expect
      .poll(async () => (await ask(calls.getStatus.path, bearer)).status, { timeout: 5_000 })
      .toBe(401);
  });

  it('let the query service read tables that a rebuild swaps in', async () => {
    await owning.query(
      'CREATE SCHEMA a_shadow; CREATE TABLE a_shadow.card (id text); ALTER SCHEMA a_shadow RENAME TO a_model',
    );
    expect(await reading.query('SELECT id FROM a_model.card')).toEqual([]);
    await owning.query('DROP SCHEMA a_model CASCADE');
  });

  it('are not superusers', async () => {
    for (const database of [owning, reading]) {
      expect(await database.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
        { rolsuper: false },
      ]);
    }
  });

  it('let the query service read no personal data and no credentials', async () => {
    const schemas = await reading.query<{ name: string; open: boolean }>(
      `SELECT nspname AS name, has_schema_privilege(oid, 'USAGE') AS open FROM pg_namespace
       WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public') ORDER BY nspname`,
    );
    const shut = schemas.filter(({ open }) => !open).map(({ name }) => name);
    expect(shut).toEqual(['command_service', 'links', 'people', 'vault']);
    const modelSchemas = readModels.map(({ name }) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(schemas.filter(({ open }) => open).map(({ name }) => name)).toEqual(
      [
        ...modelSchemas,
        'evidence',
        'identity',
        'mail',
        'money',
        'operations',
        'prices',
        'read_store',
      ].toSorted(),
    );
    await expect(reading.query('SELECT FROM vault.personal_value')).rejects.toThrow('permission denied');
  });

  it.each([
    'DELETE FROM read_store.checkpoint',
    'UPDATE trend_list.card SET name = name',
    'TRUNCATE identity.ended_session',
    'CREATE SCHEMA another',
    'CREATE TABLE public.another ()',
    'CREATE TABLE identity.another ()',
    'DROP SCHEMA trend_list CASCADE',
  ])('let the query service change nothing: %s', async (statement) => {
    await expect(reading.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});
