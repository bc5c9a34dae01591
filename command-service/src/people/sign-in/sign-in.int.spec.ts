import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, startInstance } from '../../spec-kit/instance.js';
import { signingInOn } from './spec-kit/signing-in.js';

const minute = 60_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

const { secrets, signIn, refresh, newSession, whoAmI } = signingInOn(() => instance);
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
