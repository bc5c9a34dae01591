import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { calls, type Session } from '@groundswell/contracts';
import { createLog, parseConfig } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../../config.js';
import { cause, type Instance, type Person, startInstance } from '../../spec-kit/instance.js';
import { startCommandService } from '../../start.js';
import { createSessionRotation } from '../sessions/rotation.js';
import { rememberTokenOwners } from '../sessions/token-owners.js';
import { hashOf } from '../sessions/tokens.js';

const minute = 60_000;
const day = 24 * 60 * minute;
let instance: Instance;
/** Everything personal or secret used here: none of it may appear in a log. */
const secrets: string[] = [];

beforeAll(async () => {
  instance = await startInstance({ SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

const signIn = (email: string, password: string) => {
  secrets.push(email, password);
  return instance.ask(calls.signIn, { email, password });
};
const refresh = async (token: string) => {
  secrets.push(token);
  const answer = await instance.ask(calls.refreshToken, { refresh: token });
  return { status: answer.status, code: answer.body.code, session: answer.body as unknown as Session };
};
const newSession = async (person?: Person): Promise<Session> => {
  const { email, password } = person ?? (await instance.register());
  return (await signIn(email, password)).body as unknown as Session;
};
const whoAmI = (token: string) => instance.ask(calls.getUser, undefined, { token });
const staffCall = (token: string) =>
  instance.ask(calls.createNewConcept, { name: randomUUID(), description: '-' }, { token });

describe('signing in', () => {
  it('gives tokens that name the person', async () => {
    const person = await instance.register({ staff: true });
    const session = await newSession(person);
    const answer = await whoAmI(session.access);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: person.id, email: person.email, is_staff: true, dropbox_token: null });
  });

  it('ignores upper and lower case in the address', async () => {
    const { email, password } = await instance.register();
    expect((await signIn(` ${email.toUpperCase()} `, password)).status).toBe(200);
  });

  it('answers a wrong password and an unknown address the same, byte for byte', async () => {
    const { email } = await instance.register();
    const answers = [
      await signIn(email, 'wrong password'),
      await signIn('nobody@example.com', 'wrong password'),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.error]).toEqual([401, 'InvalidCredentials', 'Invalid Credentials']);
    }
    const [one, other] = answers.map(({ body: { correlation_id: _id, ...body } }) => JSON.stringify(body));
    expect(one).toBe(other);
  });

  it.each([
    [{ password: 'x' }, { email: 'Email field is missing' }],
    [{ email: '', password: 'x' }, { email: 'Email field is missing' }],
    [{ email: 'a@example.com' }, { password: 'Password field is missing' }],
  ])('says which field is missing from %j', async (body, fields) => {
    const answer = await instance.ask(calls.signIn, body);
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
  });

  it('is limited per address, known or not, and says when to try again', async () => {
    const { email, password } = await instance.register();
    for (const address of [email, `${randomUUID()}@example.com`]) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(address, 'wrong password')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const limited = await signIn(address, password);
      expect([limited.status, limited.body.code]).toEqual([429, 'TooManyRequests']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    instance.moveClock(minute);
    expect((await signIn(email, password)).status).toBe(200);
  });
});

describe('a person whose account is gone', () => {
  it('gets the code that ends the session in the web app', async () => {
    const person = await instance.register();
    const { access } = await newSession(person);
    await instance.services.vault.erase(person.id);
    const answer = await whoAmI(access);
    expect([answer.status, answer.body.code]).toEqual([401, 'user_not_found']);
  });
});

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

  it('gets no unusable successor when another key made the first one', async () => {
    const { refresh: token, access } = await newSession();
    const { session: successor } = await refresh(token);
    const { database, sessions } = instance.services;
    const owners = rememberTokenOwners();
    const others = createSessionRotation(
      {
        database,
        owners,
        vault: { digest: (_purpose, text) => hashOf(text).toString('hex') },
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

describe('signing out', () => {
  it('ends the session: its refresh token and its access token no longer work', async () => {
    const session = await newSession();
    expect((await instance.ask(calls.signOut, { refresh: session.refresh })).status).toBe(200);
    expect((await refresh(session.refresh)).status).toBe(401);
    expect((await whoAmI(session.access)).body.code).toBe('NotSignedIn');
  });

  it('answers the same for an unknown token', async () => {
    expect(await instance.ask(calls.signOut, { refresh: 'nonsense' })).toMatchObject({
      status: 200,
      body: {},
    });
  });
});

describe('a change that affects a live token', () => {
  it('of role takes effect at once', async () => {
    const person = await instance.register({ staff: true });
    const session = await newSession(person);
    expect((await staffCall(session.access)).status).toBe(200);
    await instance.services.accounts.change(person.id, { type: 'RevokeStaff' }, cause);
    const refused = await staffCall(session.access);
    expect([refused.status, refused.body.code]).toEqual([403, 'NotStaff']);
    expect((await whoAmI(session.access)).body.is_staff).toBe(false);
    await instance.services.accounts.change(person.id, { type: 'GrantStaff' }, cause);
    expect((await staffCall(session.access)).status).toBe(200);
  });

  it('of password ends every session', async () => {
    const person = await instance.register();
    const sessions = [await newSession(person), await newSession(person)];
    await instance.services.accounts.setPassword(person.id, 'another password', cause);
    for (const session of sessions) {
      expect((await refresh(session.refresh)).status).toBe(401);
      expect((await whoAmI(session.access)).status).toBe(401);
    }
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await signIn(person.email, 'another password')).status).toBe(200);
    const { events } = await instance.services.eventStore.readStream(`user-${person.id}`);
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'PasswordChanged', 'PasswordChanged']);
  });
});

describe('log lines and events', () => {
  it('contain no address, password or token', async () => {
    const person = await instance.register();
    secrets.push(person.email, person.password);
    const session = await newSession(person);
    secrets.push(session.access, session.refresh);
    await whoAmI(session.access);
    await instance.ask(calls.signIn, {
      email: person.email,
      password: person.password,
      extra: person.password,
    });
    await fetch(`${instance.url}/user/user/?email=${encodeURIComponent(person.email)}`);
    await fetch(`${instance.url}/user/${encodeURIComponent(person.email)}/`);
    const log = instance.logLines.join('');
    const { events } = await instance.services.eventStore.readStream(`user-${person.id}`);
    const said = `${log}${JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))}`;
    expect(log).toContain('/user/token/');
    expect(log).toContain(person.id);
    for (const secret of secrets.filter((each) => each.length > 5 && each !== 'nonsense')) {
      expect(said).not.toContain(secret);
      expect(said).not.toContain(encodeURIComponent(secret));
    }
  });
});
