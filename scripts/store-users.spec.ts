import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rights } from './store-users.mjs';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}
const compose: { services: Record<string, Service> } = parse(
  readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8'),
  { merge: true },
);

describe('KurrentDB in docker-compose.yml', () => {
  it('requires TLS and a user, and lets only the deciding services append', () => {
    const { environment = {}, volumes = [], healthcheck } = compose.services.kurrentdb ?? {};
    expect(Object.keys(environment).filter((name) => /INSECURE|DISABLE|ANONYMOUS/.test(name))).toEqual([]);
    for (const user of ['ADMIN', 'OPS']) {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose puts the value in
      expect(environment[`KURRENTDB_DEFAULT_${user}_PASSWORD`]).toBe('${KURRENTDB_ADMIN_PASSWORD:?}');
    }
    expect(volumes).toContain(`kurrentdb-node:${environment.KURRENTDB_CERTIFICATE_FILE?.slice(0, 5)}:ro`);
    expect(healthcheck?.test.at(-1)).toMatch(/^https:/);
    const userOf = (name: string) => {
      const [, user, password, query] =
        /^esdb:\/\/(\w+):\$\{(\w+):\?\}@kurrentdb:2113\?(.+)$/.exec(
          compose.services[name]?.environment?.EVENTSTORE_URL ?? '',
        ) ?? [];
      expect(query).toBe('tlsCAFile=/kurrentdb-ca/ca.crt');
      expect(compose.services[name]?.volumes).toContain('kurrentdb-ca:/kurrentdb-ca:ro');
      return [user, password];
    };
    for (const name of ['command-service', 'workers'])
      expect(userOf(name)).toStrictEqual(['writer', 'KURRENTDB_WRITER_PASSWORD']);
    for (const name of ['projections', 'query-service'])
      expect(userOf(name)).toStrictEqual(['reader', 'KURRENTDB_READER_PASSWORD']);
    expect(rights.settings.$userStreamAcl.$w).toStrictEqual(['writer']);
    expect(rights.all.$acl).toStrictEqual({ $r: ['reader', 'writer'] });
  });

  it('shows the authority’s key and the admin password only to those who need them', () => {
    const mounting = (volume: string) =>
      Object.entries(compose.services).flatMap(([name, { volumes = [] }]) =>
        volumes.some((mounted) => mounted.startsWith(`${volume}:`)) ? [name] : [],
      );
    expect(mounting('kurrentdb-authority')).toStrictEqual(['kurrentdb-certificates']);
    expect(mounting('kurrentdb-node')).toStrictEqual(['kurrentdb-certificates', 'kurrentdb']);
    const told = Object.entries(compose.services).flatMap(([name, { environment = {} }]) =>
      Object.values(environment).some((value) => value.includes('KURRENTDB_ADMIN_PASSWORD')) ? [name] : [],
    );
    expect(told).toStrictEqual(['kurrentdb', 'kurrentdb-users']);
  });
});
