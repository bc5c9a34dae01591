import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';

describe('a free port', () => {
  it.runIf(platform() === 'linux')(
    'is outside the range the system uses for outgoing connections',
    async () => {
      const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number);
      for (let n = 0; n < 100; n += 1) expect(await freePort()).toBeLessThan(first ?? 0);
    },
  );

  it('is given out once within a process', async () => {
    const ports = await Promise.all(Array.from({ length: 500 }, freePort));
    expect(new Set(ports).size).toBe(500);
  });

  it('is not in use', async () => {
    const taken = createServer().listen((await freePort()) + 1, '127.0.0.1');
    await once(taken, 'listening');
    expect(await freePort()).not.toBe((taken.address() as { port: number }).port);
    taken.close();
  });
});
