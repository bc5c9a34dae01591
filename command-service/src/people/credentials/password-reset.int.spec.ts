import { randomUUID } from 'node:crypto';
import { calls, refuse, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../../spec-kit/instance.js';
import { createPasswordReset } from './password-reset.js';
import { newPassword, resettingOn } from './spec-kit/resetting.js';

const hour = 3_600_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

const { secrets, requestReset, timesSent, tokenFor, reset, signIn, typesOf } = resettingOn(() => instance);
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });

describe('asking for a link', () => {
  it('records it for a known address, and nothing for an unknown one', async () => {
    const { id, email } = await instance.register();
    await requestReset(email);
    expect(await typesOf(id)).toEqual(['UserRegistered', 'PasswordChanged', 'PasswordResetRequested']);
    const before = await instance.services.eventStore.head();
    await requestReset(`${randomUUID()}@example.com`);
    expect(await instance.services.eventStore.head()).toEqual(before);
  });

  it('answers known and unknown addresses the same, byte for byte', async () => {
    const { email } = await instance.register();
    const [known, unknown] = [await requestReset(email), await requestReset(`${randomUUID()}@example.com`)];
    const plain = ({ status, headers, body }: typeof known) => [status, [...headers.keys()].sort(), body];
    expect(plain(known)).toEqual(plain(unknown));
    expect(plain(known)).toMatchObject([200, expect.anything(), {}]);
  });

  it('is accepted three times a minute for one address, known or not', async () => {
    for (const email of [(await instance.register()).email, `${randomUUID()}@example.com`]) {
      const statuses = [];
      for (let turn = 0; turn < 4; turn += 1) statuses.push((await requestReset(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it('is accepted from a new network, and sent for a known one, whatever strangers asked for', async () => {
    const { id, email, password } = await instance.register();
    expect((await instance.ask(calls.signIn, { email, password }, from('198.51.100.7'))).status).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) {
      for (const network of [1, 2, 3, 4]) await requestReset(email, from(`203.0.113.${network}`));
      instance.moveClock(5 * 60_000);
    }
    expect(await timesSent(id)).toBe(5);
    expect((await requestReset(email, from('203.0.113.5'))).status).toBe(200);
    expect(await timesSent(id)).toBe(5);
    expect((await requestReset(email, from('198.51.100.7'))).status).toBe(200);
    expect(await timesSent(id)).toBe(6);
  });

  it('sends one email in five minutes, and answers the same each time', async () => {
    const { id, email } = await instance.register();
    const answers = [await requestReset(email), await requestReset(email)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, {}]));
    expect(await timesSent(id)).toBe(1);
    instance.moveClock(5 * 60_000);
    await requestReset(email);
    expect(await timesSent(id)).toBe(2);
  });

  it('goes before others only for someone who has an account', async () => {
    const { id, email } = await instance.register();
    const { id: place, email: waiting } = await instance.joinWaitlist();
    const { onRequest } = createPasswordReset({
      ...instance.services,
      knownNetworks: { isKnown: async () => false },
      holdWithdrawals: async () => undefined,
    });
    const wish = (content: string, isFirst: boolean) =>
      onRequest({ content, isFirst, commandId: randomUUID(), correlationId: 'spec' });
    expect(await wish(email, true)).toBeUndefined();
    expect((await typesOf(id)).at(-1)).toBe('PasswordResetRequested');
    expect(await wish(waiting, true)).toBe('not yet');
    expect(await typesOf(place)).toEqual([]);
    expect(await wish(waiting, false)).toBeUndefined();
    expect(await typesOf(place)).toEqual(['AccountOpeningRequested']);
  });

  it('neither locks the account nor ends a session', async () => {
    const person = await instance.register();
    const session = await instance.signIn(person);
    await requestReset(person.email);
    expect((await instance.ask(calls.getUser, undefined, { token: session.access })).status).toBe(200);
    expect((await signIn(person.email, person.password)).status).toBe(200);
  });
});

describe('setting a password by link', () => {
  it('ends every session, opens none, and is recorded', async () => {
    const person = await instance.register();
    const sessions = [await instance.signIn(person), await instance.signIn(person)];
    const password = newPassword();
    const answer = await reset(await tokenFor(person.id), password);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    for (const { access, refresh } of sessions) {
      expect((await instance.ask(calls.getUser, undefined, { token: access })).status).toBe(401);
      expect((await instance.ask(calls.refreshToken, { refresh })).status).toBe(401);
    }
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await signIn(person.email, password)).status).toBe(200);
    expect(await typesOf(person.id)).toEqual([
      'UserRegistered',
      'PasswordChanged',
      // Each sign-in of this kit uses a different network.
      'NewNetworkSignedIn',
      'AddressConfirmed',
      'PasswordChanged',
    ]);
  });

  it('is answered the same again to a request whose answer was lost, as long as that password stands', async () => {
    const { id, email } = await instance.register();
    const [token, password] = [await tokenFor(id), newPassword()];
    const follow = async (wanted: string, key: string) =>
      (await instance.ask(calls.resetPassword, { token, password: wanted }, { key })).status;
    const both = [follow(password, 'the first key'), follow(password, 'the first key')];
    expect(await Promise.all(both)).toEqual([200, 200]);
    expect(await follow(password, 'the first key')).toBe(200);
    expect([await follow(password, 'another key'), await follow(newPassword(), 'the first key')]).toEqual([
      410, 410,
    ]);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await reset(await tokenFor(id), newPassword())).status).toBe(200);
    expect(await follow(password, 'the first key')).toBe(410);
  });

  it('goes through when the link expires while that is being done: the log has the new password already', async () => {
    const { id, email } = await instance.register();
    const [token, password] = [await tokenFor(id, 1_000), newPassword()];
    const slow = createPasswordReset({
      ...instance.services,
      holdWithdrawals: async () => {
        instance.moveClock(2_000);
        return undefined;
      },
    });
    expect(await slow.reset({ token, key: undefined }, password, 'a network', 'spec')).toBeUndefined();
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('works once, and ends the other links too', async () => {
    const { id, email } = await instance.register();
    const [token, other] = [await tokenFor(id), await tokenFor(id)];
    const password = newPassword();
    expect((await reset(token, password)).status).toBe(200);
    for (const spent of [token, other]) {
      const answer = await reset(spent, newPassword());
      expect([answer.status, answer.body.code]).toEqual([410, 'LinkNotValid']);
    }
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('succeeds for one of many who follow the link at once', async () => {
    const { id } = await instance.register();
    const token = await tokenFor(id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(token, newPassword())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
  });

  it('leaves the database free for others, however many follow the link at once', async () => {
    const [person, other] = [await instance.register(), await instance.register()];
    const token = await tokenFor(person.id);
    const following = Array.from({ length: 12 }, () => reset(token, newPassword()));
    const bystander = await signIn(other.email, other.password);
    const statuses = (await Promise.all(following)).map(({ status }) => status);
    // On a busy machine, the last of them are told to come back rather than wait for their hash.
    const expected = statuses.sort().map((status, index) => (index === 0 ? 200 : status === 503 ? 503 : 410));
    expect(statuses).toEqual(expected);
    expect(bystander.status).toBe(200);
    // Once at registration, and once through the link.
    expect((await typesOf(person.id)).filter((type) => type === 'PasswordChanged')).toHaveLength(2);
  });

  it('succeeds for one of two links that are followed at once', async () => {
    const { id } = await instance.register();
    const tokens = [await tokenFor(id), await tokenFor(id)];
    const answers = await Promise.all(tokens.map((token) => reset(token, newPassword())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('leaves the link valid when it is interrupted, and then completes without another event', async () => {
    const { id, email } = await instance.register();
    const token = await tokenFor(id);
    const password = newPassword();
    const { database } = instance.services;
    await database.query('ALTER TABLE people.credential RENAME TO credential_away');
    expect((await reset(token, password)).status).toBe(500);
    await database.query('ALTER TABLE people.credential_away RENAME TO credential');
    expect((await reset(token, password)).status).toBe(200);
    expect((await reset(token, password)).status).toBe(410);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await typesOf(id)).slice(2)).toEqual(['AddressConfirmed', 'PasswordChanged']);
  });

  it('that is revoked once the log has the change leaves the old password invalid; another email sets a new one', async () => {
    const { id, email, password: old } = await instance.register();
    const token = await tokenFor(id);
    const { accounts } = instance.services;
    const interrupted = createPasswordReset({
      ...instance.services,
      holdWithdrawals: async () => undefined,
      accounts: {
        ...accounts,
        // A change of the address may come just then.
        setPassword: (userId, password, cause, unless) =>
          accounts.setPassword(userId, password, cause, async (sql) => {
            await instance.services.links.revoke(userId, 'password_reset');
            return unless?.(sql);
          }),
      },
    });
    instance.moveClock(2 * 60_000);
    const lost = newPassword();
    expect(await interrupted.reset({ token, key: undefined }, lost, 'a network', 'spec')).toEqual(
      refuse('LinkNotValid'),
    );
    expect([(await signIn(email, old)).status, (await signIn(email, lost)).status]).toEqual([401, 401]);

    await requestReset(email);
    expect((await typesOf(id)).at(-1)).toBe('PasswordResetRequested');
    const password = newPassword();
    expect((await reset(await tokenFor(id), password)).status).toBe(200);
    expect((await signIn(email, password)).status).toBe(200);
    instance.moveClock(-2 * 60_000);
  });

  it('works for one hour', async () => {
    const { id } = await instance.register();
    const token = await tokenFor(id);
    instance.moveClock(hour + 1_000);
    expect((await reset(token, newPassword())).body.code).toBe('LinkNotValid');
    instance.moveClock(-hour - 1_000);
  });

  it.each([
    ['that is too short', 'seven77', 400, 'InvalidRequest'],
    ['that everybody tries', 'password1', 422, 'PasswordRefused'],
    ['that is the name of the product', 'groundswell!', 422, 'PasswordRefused'],
    ['that is too long', 'x'.repeat(1_025), 400, 'InvalidRequest'],
  ])(
    'refuses one %s with a message at the field, and leaves the link valid',
    async (_what, password, status, code) => {
      const { id } = await instance.register();
      const token = await tokenFor(id);
      const answer = await reset(token, password);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.fields).toHaveProperty('password');
      expect((await reset(token, newPassword())).status).toBe(200);
    },
  );

  it('accepts a thousand characters, and every one of them counts', async () => {
    const { id, email } = await instance.register();
    const password = `${'wave '.repeat(200)}${randomUUID()}`.slice(0, 1_024);
    expect((await reset(await tokenFor(id), password)).status).toBe(200);
    expect((await signIn(email, `${password.slice(0, -1)}!`)).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('opens an account for someone on the waitlist, under the same id', async () => {
    const { id: personId, email } = await instance.joinWaitlist();
    await requestReset(email);
    const password = newPassword();
    expect((await reset(await tokenFor(personId), password)).status).toBe(200);
    const session = await signIn(email, password);
    const user = await instance.ask(calls.getUser, undefined, { token: String(session.body.access) });
    expect(user.body).toMatchObject({ id: personId, email, is_staff: false });
    expect(await typesOf(personId)).toEqual([
      'AccountOpeningRequested',
      'UserRegistered',
      'AddressConfirmed',
      'PasswordChanged',
    ]);
    expect(await instance.typesIn(streamOf('waitlist', personId))).toEqual(['WaitlistJoined']);
  });
});

describe('the log', () => {
  it('contains no address, token or password', () => {
    expect(secrets.length).toBeGreaterThan(20);
    const log = instance.logLines.join('');
    expect(log).toContain(calls.resetPassword.path);
    expect(secrets.filter((secret) => secret.length > 5 && log.includes(secret))).toEqual([]);
  });
});
