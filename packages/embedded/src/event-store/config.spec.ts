import { parseConfig } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { configSchema, hostsOf, refuseOpenStore } from './config.js';

const configOf = (variables: Record<string, string>) =>
  parseConfig(configSchema, { DATABASE_URL: 'postgresql://db/log', ...variables });

describe('a store without users and TLS', () => {
  it.each(['0.0.0.0', '::', '10.0.0.7', 'store.example', '127.0.0.1.evil.test'])(
    'is not served beyond this machine without them: %s',
    (HOST) => {
      expect(() => refuseOpenStore(configOf({ HOST }))).toThrow(
        'HOST is reachable from other machines, but the event store has neither users nor TLS: set SECURITY_DIR, or HOST=127.0.0.1.',
      );
      expect(() => refuseOpenStore(configOf({ HOST, SECURITY_DIR: '/security' }))).not.toThrow();
    },
  );

  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('is served to this machine: %s', (HOST) => {
    expect(() => refuseOpenStore(configOf({ HOST }))).not.toThrow();
  });
});

describe('the certificate of a store', () => {
  it.each([
    ['127.0.0.1', []],
    ['0.0.0.0', []],
    ['store.example', ['store.example']],
  ])('names this machine and where it listens: %s', (host, more) => {
    expect(hostsOf(host)).toEqual(['localhost', '127.0.0.1', '::1', ...more]);
  });
});
