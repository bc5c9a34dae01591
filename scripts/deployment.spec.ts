import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configSchema as commandService } from '../command-service/src/config.js';
import { calls, serviceOf } from '../packages/contracts/src/index.js';
import { configSchema as launcher } from '../packages/embedded/src/launcher/config.js';
import { passedOn } from '../packages/embedded/src/launcher/passed-on.js';
import { makeSecrets } from '../packages/embedded/src/launcher/secrets.js';
import { parseConfig } from '../packages/platform/src/index.js';
import { configSchema as projections } from '../projections/src/config.js';
import { configSchema as queryService } from '../query-service/src/config.js';
import { configSchema as web } from '../web/server/config.js';
import { configSchema as workers } from '../workers/src/config.js';
import { moneyVariables } from '../workers/src/money/variables.js';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
}
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  read('docker-compose.yml'),
  { merge: true },
);
const schemas = {
  'command-service': commandService,
  'query-service': queryService,
  projections,
  workers,
  web,
};
const services = Object.entries(schemas).map(([name, schema]) => {
  const service = compose.services[name] ?? {};
  return { name, schema, service, environment: service.environment ?? {} };
});

/** The ports that the others listen on: their images' defaults. */
const listening: Readonly<Record<string, string>> = { postgres: '5432', redis: '6379', kurrentdb: '2113' };
const portOf = (name: string) => compose.services[name]?.environment?.PORT ?? listening[name];

const { tokenPrivateKey, tokenPublicKey, vaultMasterKey } = makeSecrets();
const given: Readonly<Record<string, string>> = {
  TOKEN_PRIVATE_KEY: tokenPrivateKey,
  TOKEN_PUBLIC_KEY: tokenPublicKey,
  VAULT_MASTER_KEY: vaultMasterKey,
  POSTGRES_PASSWORD: 'given',
  PUBLIC_URL: 'https://groundswell.test',
  ALPACA_DATA_URL: 'https://data.alpaca.markets',
  ALPACA_BROKER_URL: 'https://broker-api.alpaca.markets',
  ALPACA_KEY_ID: 'given',
  ALPACA_SECRET_KEY: 'given',
  SMTP_URL: 'smtp://mail.test:587',
  MAIL_FROM: 'Groundswell <hello@groundswell.test>',
};

/** `${NAME:?}` and `${NAME:-default}` as Compose fills them in. */
const fill = (text: string) =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_all, name, whenUnset) => given[name] ?? whenUnset);

const filledFor = (service: string) =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, text]) => [name, fill(text)]),
  );

describe('docker-compose.yml', () => {
  it('holds the five services, what they store in, and a front server', () => {
    expect(Object.keys(compose.services).toSorted()).toStrictEqual(
      [...Object.keys(schemas), 'kurrentdb', 'postgres', 'redis', 'front'].toSorted(),
    );
  });

  it.each(services)('starts $name from a file that the build makes', ({ name, service }) => {
    const entry = service.command?.at(-1) ?? '';
    const source = entry.replace('/dist/server/', '/server/').replace('/dist/', '/src/').replace(/js$/, 'ts');
    expect(entry.startsWith(`${name}/dist/`)).toBe(true);
    expect(existsSync(fromRoot(source)), source).toBe(true);
  });

  it.each(services)('tells $name nothing that it does not read', ({ schema, environment }) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it.each(services)('tells $name everything that it needs, in the form that it needs', ({ name, schema }) => {
    expect(parseConfig(schema, filledFor(name))).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
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
        if (!text.includes('://') || text.startsWith('$')) continue;
        const { hostname, port } = new URL(fill(text));
        expect(portOf(hostname), text).toBe(port);
        expect(Object.keys(service.depends_on ?? {}), text).toContain(hostname);
      }
    },
  );

  it('keeps every volume that it mounts', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const named = mounted
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => !source.startsWith('.'));
    expect(Object.keys(compose.volumes).toSorted()).toStrictEqual(named.toSorted());
    for (const volume of mounted.filter((source) => source.startsWith('.'))) {
      expect(existsSync(fromRoot(volume.split(':')[0] ?? ''))).toBe(true);
    }
  });

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

  it('is given what production asks of the launcher, too', () => {
    const asked = Object.keys(given).filter((name) => name !== 'POSTGRES_PASSWORD');
    expect(Object.keys(launcher.shape)).toEqual(expect.arrayContaining(asked));
  });
});

describe('Caddyfile', () => {
  const text = read('Caddyfile');
  const matchers = new Map(
    [...text.matchAll(/@(\w+) \{\s+path (\S+)\s+method ([\w ]+?)\s+\}/g)].map(([, name, path, methods]) => [
      `@${name}`,
      { path, methods: methods?.split(' ') },
    ]),
  );
  const handles = [...text.matchAll(/handle (\S+ )?\{\s+reverse_proxy ([\w-]+):(\d+)/g)].map(
    ([, matcher, service, port]) => ({ matcher: matcher?.trim(), service, port }),
  );

  /** The first block that fits, as Caddy takes it. */
  const answers = (method: string, path: string) =>
    handles.find(({ matcher }) => {
      if (matcher === undefined) return true;
      const named = matchers.get(matcher);
      const pattern = named?.path ?? matcher;
      return path.startsWith(pattern.replace(/\*$/, '')) && (named?.methods?.includes(method) ?? true);
    })?.service;

  it.each(Object.entries(calls))('sends %s where the contract says', (_name, call) => {
    expect(answers(call.method, call.path)).toBe(serviceOf(call));
  });

  it('sends screens and files to the web server, and HEAD where GET goes', () => {
    expect(answers('GET', '/see_concepts')).toBe('web');
    expect(answers('HEAD', '/api/get_concepts/')).toBe('query-service');
  });

  it('names services of the compose file, on the ports they listen on', () => {
    expect(handles).toHaveLength(5);
    for (const { service = '', port } of handles) expect(portOf(service)).toBe(port);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('copies what is there', () => {
    const copied = lines.flatMap((line) => /^COPY --from=build \/groundswell\/(\S+)/.exec(line)?.[1] ?? []);
    expect(copied.filter((path) => path !== 'node_modules' && !existsSync(fromRoot(path)))).toStrictEqual([]);
    for (const { name } of services) expect(copied).toContain(name);
  });

  it('listens where the services listen, on a Node that the project supports', () => {
    expect(lines).toContain('EXPOSE 8080');
    for (const { environment } of services) expect(environment.PORT).toBe('8080');
    const { engines } = JSON.parse(read('package.json'));
    const majors = lines.flatMap((line) => /^FROM node:(\d+)/.exec(line)?.[1] ?? []);
    expect(new Set(majors)).toStrictEqual(new Set(['22']));
    expect(engines.node).toContain('>=22');
  });

  it('installs the five services, and no embedded part', () => {
    const workspaces = [...read('Dockerfile').matchAll(/--workspace=(\S+)/g)].map(([, name]) => name);
    expect(workspaces.toSorted()).toStrictEqual(Object.keys(schemas).toSorted());
  });
});
