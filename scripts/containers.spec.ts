import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Container {
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly pids_limit?: number;
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly restart?: string;
  readonly image?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}
const composeFile = new URL('../docker-compose.yml', import.meta.url);
const {
  services,
  networks,
}: { services: Record<string, Container>; networks: Record<string, { enable_ipv6?: boolean } | null> } =
  parse(readFileSync(composeFile, 'utf8'), { merge: true });

/** Capabilities each image needs, and why. Any other capability would only help an intruder. */
const needed: Readonly<Record<string, readonly string[]>> = {
  // Starts as root, changes the owner of its directory to its own user and switches to that user.
  postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  // Gives the KurrentDB node its key.
  'kurrentdb-certificates': ['CHOWN'],
  // Listens on 80 and 443.
  front: ['NET_BIND_SERVICE'],
};
/** KurrentDB writes logs and other files outside its volume. */
const writable = ['kurrentdb'];

/** What keeps data writes it down at its end. */
const stores = ['kurrentdb', 'postgres', 'redis'];

describe.each(Object.entries(services))('the container of %s', (name, container) => {
  it('has only the capabilities it needs, and can gain no others', () => {
    expect(container.cap_drop).toStrictEqual(['ALL']);
    expect(container.cap_add ?? []).toStrictEqual(needed[name] ?? []);
    expect(container.security_opt).toStrictEqual(['no-new-privileges:true']);
    expect(container.privileged).toBeUndefined();
  });

  it('cannot use up the machine', () => {
    expect(container.mem_limit).toMatch(/^[1-9]\d*[mg]$/);
    expect(container.pids_limit).toBeGreaterThan(0);
  });

  it('cannot fill the disk with its log', () => {
    const { driver, options } = container.logging ?? {};
    expect(driver).toBe('local');
    expect(options?.['max-size']).toMatch(/^[1-9]\d?m$/);
    expect(options?.['max-file']).toMatch(/^[1-9]$/);
  });

  it('can write only to its volumes', () => {
    expect(container.read_only ?? false).toBe(!writable.includes(name));
  });

  it('has a health check if it keeps running', () => {
    // Our own image brings its check.
    const isChecked = container.image === 'groundswell' || container.healthcheck?.test !== undefined;
    if (container.restart !== 'no') expect(isChecked).toBe(true);
  });

  it('has a minute to stop if it is a store', () => {
    if (stores.includes(name)) expect(container.stop_grace_period).toBe('1m');
  });
});

describe('the network of the front server', () => {
  it('has IPv6, so that its callers are not all counted as one', () => {
    expect(networks.front?.enable_ipv6).toBe(true);
  });
});
