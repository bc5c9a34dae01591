import { generateKeyPairSync } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { createLog, parseConfig } from '@groundswell/platform';
import { hashOfSecret } from '@groundswell/platform/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../../config.js';
import { type Instance, startInstance } from '../../spec-kit/instance.js';
import { startCommandService } from '../../start.js';
import { createSessionRotation } from '../sessions/rotation.js';
import { rememberTokenOwners } from '../sessions/token-owners.js';
import { signingInOn } from './spec-kit/signing-in.js';

const minute = 60_000;
const day = 24 * 60 * minute;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000' }, undefined, 'own process');
});
afterAll(() => instance.stop());

const { refresh, newSession, whoAmI } = signingInOn(() => instance);

describe('a refresh token', () => {
  it('is traded for a new one and a new access token', async () => {
    const first = await newSession();
    const second = await refresh(first.refresh);
    expect(second.status).toBe(200);
    expect(second.session.refresh).not.toBe(first.refresh);
    expect((await whoAmI(second.session.access)).status).toBe(200);
    expect((await refresh(second.session.refresh)).status).toBe(200);
  });

  it('survives a lost answer and two tabs at once: both get the same successor', async () => {
    const { refresh: token } = await newSession();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
    expect(new Set(answers.map(({ status, session }) => `${status} ${session.refresh}`)).size).toBe(1);
    instance.moveClock(4_000);
    const late = await refresh(token);
    expect(late.session.refresh).toBe(answers[0]?.session.refresh);
    expect((await refresh(late.session.refresh)).status).toBe(200);
  });

  it('is not traded more than thirty times a minute by one person; it stays valid, and a reuse is noticed meanwhile', async () => {
    const person = await instance.register();
    const [first, other] = [await newSession(person), await newSession(person)];
    let { session } = await refresh(first.refresh);
    for (let turn = 1; turn < 30; turn += 1) ({ session } = await refresh(session.refresh));
    const limited = await instance.ask(calls.refreshToken, { refresh: session.refresh });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await refresh(other.refresh)).status).toBe(429);
    const reused = await refresh(first.refresh);
    expect([reused.status, reused.code]).toEqual([401, 'InvalidRefreshToken']);
    expect((await refresh((await newSession()).refresh)).status).toBe(200);
    instance.moveClock(minute);
    expect((await refresh(other.refresh)).status).toBe(200);
    expect((await refresh(session.refresh)).status).toBe(401);
  });

  it('of a session that ended, however often it comes back, leaves the person’s other sessions alone', async () => {
    const person = await instance.register();
    const [ended, other] = [await newSession(person), await newSession(person)];
    await instance.ask(calls.endOtherSessions, {}, { token: other.access });
    for (let turn = 0; turn < 31; turn += 1)
      expect(await refresh(ended.refresh)).toMatchObject({ status: 401, code: 'InvalidRefreshToken' });
    const { status, session } = await refresh(other.refresh);
    expect(status).toBe(200);
    expect((await refresh(session.refresh)).status).toBe(200);
  });

  it('counts once, however often its lost answer is asked for again', async () => {
    const { refresh: token } = await newSession();
    const { session } = await refresh(token);
    for (let turn = 0; turn < 31; turn += 1) expect((await refresh(token)).status).toBe(200);
    expect((await refresh(session.refresh)).status).toBe(200);
  });

  it('gets no unusable successor when another key made the first one', async () => {
    const { refresh: token, access } = await newSession();
    const { session: successor } = await refresh(token);
    const { database, sessions } = instance.services;
    const owners = rememberTokenOwners();
    const others = createSessionRotation(
      {
        database,
        owners,
        vault: { digest: (_purpose, text) => hashOfSecret(text).toString('hex') },
        now: instance.now,
      },
      sessions,
    );
    expect(await others.rotate(token)).toBeUndefined();
    expect((await whoAmI(access)).status).toBe(200);
    expect((await refresh(successor.refresh)).status).toBe(200);
  });

  it('gets the same successor again from a process with another signing key', async () => {
    const { refresh: token } = await newSession();
    const { session: successor } = await refresh(token);
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const TOKEN_PRIVATE_KEY = Buffer.from(JSON.stringify(jwk)).toString('base64url');
    const config = parseConfig(configSchema, { ...instance.environment, TOKEN_PRIVATE_KEY });
    const log = createLog({ service: 'command-service', level: 'silent' });
    const other = await startCommandService(config, log, { now: instance.now });
    try {
      const again = await other.services.signIn.refresh(token);
      expect(again).toMatchObject({ refresh: successor.refresh });
    } finally {
      await other.close();
    }
  });

  it('stays valid when it was used while the event store was unavailable', async () => {
    const session = await newSession();
    await instance.stack.eventStore?.kill();
    expect((await refresh(session.refresh)).status).toBe(503);
    instance.moveClock(minute);
    await instance.stack.restartEventStore();
    await expect.poll(async () => (await refresh(session.refresh)).status).toBe(200);
  });

  it('ends its session when it comes back after its successor was used', async () => {
    const first = await newSession();
    const second = await refresh(first.refresh);
    const third = await refresh(second.session.refresh);
    const reused = await refresh(first.refresh);
    expect([reused.status, reused.code]).toEqual([401, 'InvalidRefreshToken']);
    expect((await refresh(third.session.refresh)).status).toBe(401);
    expect((await whoAmI(third.session.access)).status).toBe(401);
  });

  it('ends its session when it comes back once the clock is right, and was spent while it was ahead', async () => {
    instance.moveClock(8 * 60 * minute);
    const first = await newSession();
    const second = await refresh(first.refresh);
    instance.moveClock(-8 * 60 * minute);
    expect((await refresh(first.refresh)).status).toBe(401);
    expect((await refresh(second.session.refresh)).status).toBe(401);
  });

  it('ends its session when it comes back too late', async () => {
    const first = await newSession();
    const second = await refresh(first.refresh);
    instance.moveClock(10_001);
    expect((await refresh(first.refresh)).status).toBe(401);
    expect((await refresh(second.session.refresh)).status).toBe(401);
  });

  it('ends no other session of the same person', async () => {
    const person = await instance.register();
    const [one, other] = [await newSession(person), await newSession(person)];
    await refresh(one.refresh);
    instance.moveClock(10_001);
    await refresh(one.refresh);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  it('is valid for thirty days after sign-in, however often it was traded', async () => {
    let { refresh: token } = await newSession();
    for (let days = 1; days < 30; days += 1) {
      instance.moveClock(day);
      token = (await refresh(token)).session.refresh;
      expect(token).toBeDefined();
    }
    instance.moveClock(day);
    expect((await refresh(token)).status).toBe(401);
    expect(await instance.services.sessions.removeExpired()).toBeGreaterThan(0);
  });

  it('is valid for fourteen days after it was issued, and its session then ends', async () => {
    const person = await instance.register();
    const [used, idle] = [await newSession(person), await newSession(person)];
    instance.moveClock(13 * day);
    const { session } = await refresh(used.refresh);
    instance.moveClock(day - 1);
    expect(await instance.services.sessions.listOf(person.id)).toHaveLength(2);
    instance.moveClock(1);
    const [listed, ...others] = await instance.services.sessions.listOf(person.id);
    expect(others).toEqual([]);
    expect(await refresh(idle.refresh)).toMatchObject({ status: 401, code: 'InvalidRefreshToken' });
    const later = await refresh(session.refresh);
    expect(later.status).toBe(200);
    const ended = await instance.ask(calls.endOtherSessions, {}, { token: later.session.access });
    expect(ended.body).toEqual({ ended: 0 });
    expect(listed?.lastUsedAt).toEqual(new Date(instance.now().getTime() - day));
  });

  it('is not stored in the database', async () => {
    const { refresh: token } = await newSession();
    const next = (await refresh(token)).session.refresh;
    const rows = await instance.services.database.query<{ row: string }>(
      `SELECT token::text || encode(token_hash, 'base64') || encode(token_hash, 'escape') AS row
       FROM people.refresh_token token`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    for (const secret of [token, next]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it.each(['nonsense', 'x'.repeat(43)])('that is not ours is refused: %s', async (token) => {
    expect(await refresh(token)).toMatchObject({ status: 401, code: 'InvalidRefreshToken' });
  });
});
