import { randomBytes, randomUUID } from 'node:crypto';
import { type Refusal, refuse } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { Done } from '@groundswell/platform/event-store';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withPersonalData } from './personal-data.js';

const hour = 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
let moment = now;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let vault: Vault;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'personal data spec' });
  const masterKeys = [{ version: 1, key: randomBytes(32) }];
  vault = await openVault({ database, masterKeys, now: () => moment });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const done: Done = { position: { commit: 1n, prepare: 1n }, revision: 0n, changed: true };
const succeeding = async (): Promise<Done | Refusal> => done;
const dataOf = (personId: string, values: Readonly<Record<string, string>>) => ({
  personId,
  values,
  circumstances: { at: '12:00' },
  secrets: ['ssn'],
  secretsExpireAt: new Date(now.getTime() + 24 * hour),
});
const put = (
  personId: string,
  work: () => Promise<Done | Refusal>,
  values = { answers: 'x', ssn: '536228726' },
) => withPersonalData(vault, dataOf(personId, values), moment, work);
const kept = (personId: string) => vault.get(personId, ['answers', 'ssn', 'at']);

describe('personal data of a command', () => {
  it('is stored before the event, so that every reader of the event finds it', async () => {
    const person = randomUUID();
    const seen: object[] = [];
    await put(person, async () => {
      seen.push(await kept(person));
      return done;
    });
    expect(seen).toEqual([{ answers: 'x', ssn: '536228726', at: '12:00' }]);
  });

  it('is gone when the command is refused, unless another one may need it', async () => {
    const person = randomUUID();
    expect(await put(person, async () => refuse('TradingAccountExists'))).toMatchObject({
      refused: 'TradingAccountExists',
    });
    expect(await kept(person)).toEqual({});
    for (const code of ['RevisionConflict', 'StillUnderWay'] as const) {
      const other = randomUUID();
      await put(other, async () => refuse(code));
      expect(await kept(other)).toHaveProperty('ssn');
    }
  });

  it('is kept for one hour when a crash comes in between', async () => {
    const person = randomUUID();
    const crashing = put(person, () => Promise.reject(new Error('the lights went out')));
    await expect(crashing).rejects.toThrow('the lights went out');
    expect(await kept(person)).toHaveProperty('ssn');
    moment = new Date(now.getTime() + hour);
    await vault.settleTrials(async () => []);
    expect(await kept(person)).toEqual({});
    moment = now;
  });

  it('stays once the event exists, and secrets stay only as long as they are needed', async () => {
    const person = randomUUID();
    await put(person, succeeding);
    moment = new Date(now.getTime() + 2 * hour);
    expect(await kept(person)).toEqual({ answers: 'x', ssn: '536228726', at: '12:00' });
    moment = new Date(now.getTime() + 24 * hour);
    expect(await kept(person)).toEqual({ answers: 'x', at: '12:00' });
    moment = now;
  });

  it('stays when a crash comes between the event and its confirmation', async () => {
    const person = randomUUID();
    const keep = vi.spyOn(vault, 'keep').mockRejectedValueOnce(new Error('the lights went out'));
    await expect(put(person, succeeding)).rejects.toThrow('the lights went out');
    keep.mockRestore();
    moment = new Date(now.getTime() + 10 * hour);
    expect(await kept(person)).toEqual({ answers: 'x', ssn: '536228726', at: '12:00' });
    await vault.settleTrials(async (_person, fields) => fields);
    moment = new Date(now.getTime() + 24 * hour);
    await vault.settleTrials(async () => []);
    expect(await kept(person)).toEqual({ answers: 'x', at: '12:00' });
    moment = now;
  });

  it('stays as first sent: after a crash only a repeat of the same command may continue', async () => {
    const person = randomUUID();
    await put(person, () => Promise.reject(new Error('the lights went out'))).catch(() => undefined);
    const work = vi.fn(succeeding);
    const other = await put(person, work, { answers: 'x', ssn: '536228727' });
    expect(other).toMatchObject({ refused: 'IdempotencyKeyReused' });
    expect(work).not.toHaveBeenCalled();
    expect(await put(person, work)).toBe(done);
    expect((await kept(person)).ssn).toBe('536228726');
  });

  it('is not accepted for a person who was erased', async () => {
    const person = randomUUID();
    await vault.erase(person);
    const work = vi.fn(succeeding);
    expect(await put(person, work)).toMatchObject({ refused: 'user_not_found' });
    expect(work).not.toHaveBeenCalled();
  });
});
