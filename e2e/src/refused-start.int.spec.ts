import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectOneLine, refusalOf } from './refused-start.js';

describe('a start that cannot succeed', { timeout: 60_000 }, () => {
  it('names a port that is in use, and changes nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const directory = mkdtempSync(join(tmpdir(), 'groundswell-untouched-'));
    try {
      const { port } = other.address() as AddressInfo;
      const refusal = await refusalOf({ PORT: String(port), DATA_DIR: directory });
      expectOneLine(refusal, new RegExp(`^Port ${port} is taken\\.`));
      expect(readdirSync(directory)).toEqual([]);
    } finally {
      other.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('names a data directory that cannot be written', async () => {
    expectOneLine(
      await refusalOf({ DATA_DIR: '/proc/groundswell' }),
      /^The data directory \/proc\/groundswell is not writable/,
    );
  });

  it('names every wrong variable at once', async () => {
    const refusal = await refusalOf({ PORT: 'eight', DATABASE_URL: 'mysql://x', DEMO_PASSWORD: 'short' });
    expectOneLine(refusal, /PORT .*DATABASE_URL .*DEMO_PASSWORD /);
  });

  it('has no default secrets and no demo in production', async () => {
    expectOneLine(
      await refusalOf({ NODE_ENV: 'production' }),
      /^Production has no default secrets and no demo data: set /,
    );
  });
});
