import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configSchema as commandService } from '../command-service/src/config.js';
import { configSchema as brokerSandbox } from '../packages/broker-sandbox/src/config.js';
import { configSchema as eventStore } from '../packages/embedded/src/event-store/config.js';
import { configSchema as gateway } from '../packages/embedded/src/gateway/config.js';
import { configSchema as infrastructure } from '../packages/embedded/src/infrastructure/config.js';
import { configSchema } from '../packages/embedded/src/launcher/config.js';
import { passedOn } from '../packages/embedded/src/launcher/passed-on.js';
import { planInstance } from '../packages/embedded/src/launcher/plan/plan.js';
import { makeSecrets } from '../packages/embedded/src/launcher/secrets.js';
import { parseConfig } from '../packages/platform/src/index.js';
import { configSchema as projections } from '../projections/src/config.js';
import { configSchema as queryService } from '../query-service/src/config.js';
import { configSchema as web } from '../web/server/config.js';
import { configSchema as workers } from '../workers/src/config.js';

const schemas = {
  postgresql: infrastructure,
  redis: infrastructure,
  'broker-sandbox': brokerSandbox,
  'event-store': eventStore,
  'command-service': commandService,
  'query-service': queryService,
  projections,
  workers,
  web,
  gateway,
};

const book = new Map([
  ...Object.keys(schemas).map((name) => [name, { port: 4_000 }] as const),
  ['postgresql', { port: 4_000, databaseUrl: 'postgresql://groundswell:x@127.0.0.1:4000/postgres' }],
  ['redis', { port: 4_000, redisUrl: 'redis://:x@127.0.0.1:4000' }],
]);
const directory = mkdtempSync(join(tmpdir(), 'plan-'));
mkdirSync(join(directory, 'event-store'));
writeFileSync(
  join(directory, 'event-store/passwords.json'),
  JSON.stringify({ admin: 'of-admin', writer: 'of-writer', reader: 'of-reader' }),
);
afterAll(() => rmSync(directory, { recursive: true }));
const plan = (environment: Record<string, string>) =>
  planInstance(parseConfig(configSchema, environment), makeSecrets(), directory);

describe('the plan of the instance', () => {
  it('starts every part', () => {
    expect(
      plan({})
        .map(({ name }) => name)
        .toSorted(),
    ).toStrictEqual(Object.keys(schemas).toSorted());
  });

  it.each(Object.entries(schemas))(
    'gives %s what it needs, and nothing that it does not read',
    (name, schema) => {
      const part = plan({}).find((candidate) => candidate.name === name);
      const environment = part?.environment(book, 0) ?? {};
      expect(() => parseConfig(schema, environment)).not.toThrow();
      const unread = Object.keys(environment).filter((variable) => !(variable in schema.shape));
      expect(
        unread.filter((variable) => !['NODE_ENV', 'LOG_LEVEL', 'HOST', 'PORT'].includes(variable)),
      ).toStrictEqual([]);
    },
  );

  it.each(Object.entries(schemas))(
    'passes on to %s only the environment that it reads, and what every part gets',
    (name, schema) => {
      const everybodys = passedOn('any other');
      const handedOn = passedOn(name).filter((variable) => !everybodys.includes(variable));
      expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(handedOn));
      expect(everybodys.filter((variable) => /URL|KEY|SECRET|PASSWORD/.test(variable))).toStrictEqual([]);
    },
  );

  it('passes a variable on to every part that reads it', () => {
    const parts = Object.entries(schemas);
    const handedOn = new Set(parts.flatMap(([name]) => passedOn(name)));
    for (const [name, schema] of parts) {
      const told = Object.keys(
        plan({})
          .find((part) => part.name === name)
          ?.environment(book, 0) ?? {},
      );
      const read = Object.keys(schema.shape).filter((variable) => handedOn.has(variable));
      expect([...passedOn(name), ...told]).toEqual(expect.arrayContaining(read));
    }
  });

  it.each([
    [{ DATABASE_URL: 'postgresql://db/instance' }, 'postgresql'],
    [{ REDIS_URL: 'redis://redis' }, 'redis'],
    [{ EVENTSTORE_URL: 'esdb://store:2113?tls=false' }, 'event-store'],
    [
      { ALPACA_DATA_URL: 'https://data.alpaca.markets', ALPACA_BROKER_URL: 'https://broker.alpaca.markets' },
      'broker-sandbox',
    ],
  ] as const)('leaves out what %o replaces, and no part waits for it', (environment, replaced) => {
    const parts = plan(environment);
    expect(parts).toHaveLength(Object.keys(schemas).length - 1);
    for (const { name, needs, environment: variablesOf } of parts) {
      expect([name, ...needs]).not.toContain(replaced);
      expect(() => variablesOf(new Map([...book].filter(([part]) => part !== replaced)), 0)).not.toThrow();
    }
    const told = parts.flatMap(({ environment: variablesOf }) => Object.entries(variablesOf(book, 0)));
    const [variable, address] = Object.entries(environment)[0] ?? ['', ''];
    expect(told).toContainEqual([variable, address]);
  });

  it('lets only the deciding services append', () => {
    const users = plan({}).flatMap(({ name, environment }) => {
      const url = environment(book, 0).EVENTSTORE_URL;
      return url === undefined ? [] : [[name, new URL(url).username]];
    });
    expect(Object.fromEntries(users)).toStrictEqual({
      'command-service': 'writer',
      workers: 'writer',
      projections: 'reader',
      'query-service': 'reader',
    });
  });

  it('binds nothing to a fixed port but the gateway', () => {
    for (const { name, environment } of plan({})) {
      expect(environment(book, 0).PORT).toBe(name === 'gateway' ? '8000' : '0');
    }
  });

  it.each([
    [{}, '1'],
    [{ TRANSFERS_PER_DAY: '7' }, '7'],
  ])('gives our services and the broker sandbox the same transfer limit: %o', (environment, limit) => {
    const told = (name: string) =>
      plan(environment)
        .find((part) => part.name === name)
        ?.environment(book, 0);
    expect(told('command-service')).toHaveProperty('TRANSFERS_PER_DAY', limit);
    expect(told('broker-sandbox')).toHaveProperty('SANDBOX_TRANSFERS_PER_DAY', limit);
  });

  it('lets no one choose when something happened in production', () => {
    const commands = (environment: Record<string, string>) =>
      plan(environment)
        .find(({ name }) => name === 'command-service')
        ?.environment(book, 0);
    expect(commands({})).toHaveProperty('DEMO_TIME_TRAVEL', 'true');
    expect(commands({ NODE_ENV: 'production' })).not.toHaveProperty('DEMO_TIME_TRAVEL');
  });
});
