import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StartedPart, startPart } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { application, bankAccount } from './trial/application.js';

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let directory: string;
let sandbox: StartedPart;

const start = async (environment: Record<string, string> = {}) => {
  sandbox = await startPart(entry, {
    DATA_DIR: directory,
    SANDBOX_TRANSFERS_PER_DAY: '100000',
    SANDBOX_CALLS_PER_MINUTE: '1000000',
    ...environment,
  });
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(directory, { recursive: true });
});

const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, {
    method,
    headers: { authorization: 'Basic a2V5OnNlY3JldA==', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (answer.status === 204 ? {} : await answer.json()) as Record<string, unknown>;
};
const list = async (path: string) => (await call('GET', path)) as unknown as Record<string, unknown>[];

const until = async (path: string, status: string) => {
  for (;;) {
    const read = await call('GET', path);
    const found = Array.isArray(read) ? read[0] : read;
    if (found?.status === status) return;
  }
};

const opened = async () => {
  const account = String((await call('POST', '/v1/accounts', application())).id);
  await until(`/v1/accounts/${account}`, 'ACTIVE');
  const path = `/v1/accounts/${account}`;
  const link = (await call('POST', `${path}/ach_relationships`, bankAccount())).id;
  await until(`${path}/ach_relationships`, 'APPROVED');
  return { account, path, link };
};

describe('kill -9', () => {
  it('loses no answered transfer, makes none twice from one POST, and settles all of them after', async () => {
    await start();
    const { path, link, account } = await opened();
    const answered: unknown[] = [];
    let sent = 0;
    const customer = async () => {
      for (;;) {
        sent += 1;
        const body = { transfer_type: 'ach', relationship_id: link, direction: 'INCOMING', amount: '0.01' };
        answered.push((await call('POST', `${path}/transfers`, body)).id);
        if (answered.length === 200) void sandbox.kill();
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, customer));
    await sandbox.kill();
    await start();
    const kept = (await list(`${path}/transfers`)).map(({ id }) => id);
    expect(answered.length).toBeGreaterThanOrEqual(200);
    expect(new Set(kept).size).toBe(kept.length);
    expect(answered.filter((id) => !kept.includes(id))).toEqual([]);
    // What was sent and not answered may be there or not, but never twice.
    expect(kept.length).toBeLessThanOrEqual(sent);
    const settled = `${(kept.length / 100).toFixed(2)}`.replace(/\.?0+$/, '');
    for (;;) {
      const { cash } = await call('GET', `/v1/trading/accounts/${account}/account`);
      if (cash === settled) break;
    }
  });
});

describe('a restart', () => {
  it('keeps accounts, links and cursors, and the order of ids', async () => {
    await start();
    const { account, link, path } = await opened();
    await sandbox.stop();
    await start({ SANDBOX_SETTLEMENT_TIME: '60000' });
    expect(await call('GET', path)).toMatchObject({ id: account, status: 'ACTIVE' });
    expect(await list(`${path}/ach_relationships`)).toMatchObject([{ id: link, status: 'APPROVED' }]);
    const body = { transfer_type: 'ach', relationship_id: link, direction: 'INCOMING', amount: '5' };
    await call('POST', `${path}/transfers`, body);
    const journal = readFileSync(join(directory, 'journal.jsonl'), 'utf8');
    const ids = [...journal.matchAll(/"id":"([0-9A-Z]{26})"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(6);
    expect(ids).toEqual([...ids].sort());
  });

  it('leaves neither the tax id nor the account number on the disk', async () => {
    await start();
    await opened();
    await sandbox.stop();
    const journal = readFileSync(join(directory, 'journal.jsonl'), 'utf8');
    expect(journal).toContain('Byron');
    expect(journal).not.toMatch(/520-?11-?4207|23456789/);
  });
});
