import { describe, expect, it } from 'vitest';
import { compose, read, services } from './spec-kit/compose.js';

describe('the networks of docker-compose.yml', () => {
  const stores = ['kurrentdb', 'postgres', 'redis'];
  const networksOf = (name: string) => compose.services[name]?.networks ?? [];
  const isCutOff = (name: string) => compose.services[name]?.network_mode === 'none';

  it('puts every part into networks that there are', () => {
    const named = Object.keys(compose.services).flatMap((name) => {
      if (isCutOff(name)) return [];
      expect(networksOf(name), name).not.toEqual([]);
      return networksOf(name);
    });
    expect([...new Set(named)].toSorted()).toStrictEqual(Object.keys(compose.networks).toSorted());
  });

  it('keeps the stores on a network without the internet and the front server', () => {
    expect(compose.networks.stores?.internal).toBe(true);
    for (const store of stores) {
      expect(networksOf(store)).toStrictEqual(['stores']);
      expect(compose.services[store]?.ports).toBeUndefined();
    }
    for (const facing of ['front', 'web']) expect(networksOf(facing)).toStrictEqual(['front']);
  });

  it('tells operator commands where to ask whether each service is ready that they can reach', () => {
    const reached = services.filter(({ name }) =>
      networksOf(name).some((network) => networksOf('workers').includes(network)),
    );
    expect(JSON.parse(compose.services.workers?.environment?.READINESS_URLS ?? '{}')).toStrictEqual(
      Object.fromEntries(
        reached.map(({ name, environment }) => [name, `http://${name}:${environment.PORT}`]),
      ),
    );
  });

  it.each(Object.keys(compose.services))('lets %s reach what it waits for', (name) => {
    for (const needed of Object.keys(compose.services[name]?.depends_on ?? {})) {
      if (isCutOff(needed)) continue;
      const shared = networksOf(needed).filter((network) => networksOf(name).includes(network));
      expect(shared, `${name} and ${needed}`).not.toEqual([]);
    }
  });

  it('lets the front server reach every service that it hands requests on to', () => {
    for (const [, name = ''] of read('Caddyfile').matchAll(/reverse_proxy ([\w-]+):/g)) {
      expect(networksOf(name)).toContain('front');
    }
  });
});
