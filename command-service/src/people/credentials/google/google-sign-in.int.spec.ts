import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts, clientId, type GoogleAccount, startGoogle, tokenOf } from '../../../spec-kit/google.js';
import { type Instance, startInstance } from '../../../spec-kit/instance.js';
import { googleSubjectField } from '../../sessions/sign-in-methods.js';

let google: Awaited<ReturnType<typeof startGoogle>>;
let instance: Instance;

beforeAll(async () => {
  google = await startGoogle();
  instance = await startInstance({
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_TOKENINFO_URL: `${google.address}/tokeninfo`,
    GOOGLE_USERINFO_URL: `${google.address}/userinfo`,
    REQUESTS_PER_ADDRESS: '100000',
  });
});
afterAll(async () => {
  await instance.stop();
  google.close();
});
beforeEach(() => google.misbehave(undefined));

const signIn = (access_token: string) => instance.ask(calls.signInWithGoogle, { access_token });
const userOf = async (session: Awaited<ReturnType<typeof signIn>>) =>
  (await instance.ask(calls.getUser, undefined, { token: String(session.body.access) })).body;
const typesOf = (personId: string) => instance.typesIn(streamOf('user', personId));
const setPasswordByLink = async (personId: string) => {
  const token = await instance.issueLink('password_reset', personId);
  await instance.ask(calls.resetPassword, { token, password: `tide ${randomUUID()}` });
};

describe('signing in with Google', () => {
  it('opens an account the first time, and finds it by Google’s id ever after', async () => {
    const sub = randomUUID();
    const email = `${randomUUID()}@gmail.com`;
    const first = await userOf(await signIn(tokenOf({ sub, email })));
    expect(first).toMatchObject({ email, is_staff: false });
    expect(await typesOf(first.id)).toEqual(['UserRegistered', 'GoogleLinked']);
    // The address at Google has changed since; it is still the same account.
    const again = await userOf(await signIn(tokenOf({ sub, email: 'new@gmail.com' })));
    expect(again.id).toBe(first.id);
  });

  it('opens one account for several clicks at once, and refuses none of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [sub, email] = [randomUUID(), `${randomUUID()}@gmail.com`];
      const sessions = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(tokenOf({ sub, email }))));
      expect(sessions.map(({ status, body }) => body.code ?? status)).toEqual([200, 200, 200, 200, 200]);
      const users = await Promise.all(sessions.map(userOf));
      expect(new Set(users.map(({ id }) => id)).size).toBe(1);
      expect(await typesOf(users[0]?.id ?? '')).toEqual(['UserRegistered', 'GoogleLinked']);
    }
  });

  it.each([
    ['made for another application', { aud: 'evil.apps.example', azp: clientId }, 'GoogleSignInRefused'],
    ['made for and by another application', { aud: 'evil.apps.example' }, 'GoogleSignInRefused'],
    ['made by another application', { azp: 'evil.apps.example' }, 'GoogleSignInRefused'],
    ['that has expired', { expires_in: '0' }, 'GoogleSignInRefused'],
    ['of two accounts', { otherSub: 'somebody-else' }, 'GoogleSignInRefused'],
    ['with an unverified address', { email_verified: false }, 'GoogleAddressUnverified'],
    ['with an address unverified in words', { email_verified: 'false' }, 'GoogleAddressUnverified'],
  ])('refuses a token %s', async (_what, account, code) => {
    const before = await instance.services.eventStore.head();
    const answer = await signIn(tokenOf(account));
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(await instance.services.eventStore.head()).toEqual(before);
  });

  it('refuses a token that Google does not know', async () => {
    expect((await signIn('made-up')).body.code).toBe('GoogleSignInRefused');
  });

  it.each([
    ['fails', (response: ServerResponse) => response.writeHead(500).end()],
    [
      'sends us elsewhere, where the same is said',
      (response: ServerResponse, url: string) =>
        response.writeHead(302, { location: `/elsewhere${url}` }).end(),
    ],
    ['talks nonsense', (response: ServerResponse) => response.end('<html>')],
    ['hangs up', (response: ServerResponse) => response.destroy()],
  ])('says so when Google %s', async (_how, misbehave) => {
    google.misbehave(misbehave);
    const answer = await signIn(tokenOf());
    expect([answer.status, answer.body.code]).toEqual([503, 'GoogleUnavailable']);
  });

  it.each([
    ['before Google’s id was stored', false],
    ['before the log had the account', true],
  ])('that was cut off %s opens the account at the next try', async (_when, hasSubject) => {
    const [sub, email] = [randomUUID(), `${randomUUID()}@gmail.com`];
    const { accounts, vault } = instance.services;
    const personId = await accounts.personOf(email);
    if (hasSubject) await vault.put(personId, { [googleSubjectField]: { value: sub, unique: true } });
    expect((await userOf(await signIn(tokenOf({ sub, email })))).id).toBe(personId);
    expect(await typesOf(personId)).toEqual(['UserRegistered', 'GoogleLinked']);
  });

  it('takes over the place of someone on the waitlist', async () => {
    const { id, email } = await instance.joinWaitlist(`${randomUUID()}@gmail.com`);
    expect((await userOf(await signIn(tokenOf({ email })))).id).toBe(id);
  });
});

describe('an account that already exists', () => {
  it('can be opened with Google when both sides have proven the address', async () => {
    const { id, email } = await instance.register();
    await setPasswordByLink(id);
    expect((await userOf(await signIn(tokenOf({ email, hd: 'example.com' })))).id).toBe(id);
    expect((await typesOf(id)).at(-1)).toBe('GoogleLinked');
  });

  it.each([
    ['its owner never followed a link', false, { hd: 'example.com' }],
    ['Google does not run the mailbox', true, {}],
  ])('stays closed to Google sign-in when %s', async (_why, proven, more) => {
    const { id, email } = await instance.register();
    if (proven) await setPasswordByLink(id);
    const answer = await signIn(tokenOf({ email, ...more }));
    expect([answer.status, answer.body.code]).toEqual([422, 'GoogleNotLinked']);
    expect(await typesOf(id)).not.toContain('GoogleLinked');
  });

  it('stays closed to the holder of an address that its owner has left, though Google runs that mailbox', async () => {
    const { id, email } = await instance.register();
    await setPasswordByLink(id);
    const { vault } = instance.services;
    await vault.replace(id, [], {
      email: { value: `${randomUUID()}@example.com`, unique: true },
      'email.previous': { value: email, unique: true },
    });
    const answer = await signIn(tokenOf({ email, hd: 'example.com' }));
    expect([answer.status, answer.body.code]).toEqual([422, 'GoogleNotLinked']);
    expect(await typesOf(id)).not.toContain('GoogleLinked');
  });

  it('can be linked by its owner, who is signed in', async () => {
    const person = await instance.register();
    const { access } = await instance.signIn(person);
    const sub = randomUUID();
    const { password } = person;
    const link = (account: Partial<GoogleAccount>) =>
      instance.ask(calls.linkGoogle, { access_token: tokenOf(account), password }, { token: access });
    expect((await link({ sub, email: 'other@gmail.com' })).body).toEqual({});
    expect((await userOf(await signIn(tokenOf({ sub })))).id).toBe(person.id);
    expect((await link({})).body.code).toBe('GoogleNotLinked');
    const stranger = await instance.register();
    const taken = await instance.ask(
      calls.linkGoogle,
      { access_token: tokenOf({ sub }), password: stranger.password },
      { token: (await instance.signIn(stranger)).access },
    );
    expect(taken.body.code).toBe('GoogleTaken');
  });
});

describe('a linked Google account', () => {
  const linkedOf = async (token: string) =>
    (await instance.ask(calls.getGoogleLink, undefined, { token })).body;
  const linkedPerson = async () => {
    const person = await instance.register();
    const { access: token } = await instance.signIn(person);
    const sub = randomUUID();
    const link = (password: string, account: Partial<GoogleAccount> = { sub }) =>
      instance.ask(calls.linkGoogle, { access_token: tokenOf(account), password }, { token });
    expect((await link(person.password)).body).toEqual({});
    return { ...person, token, sub, link };
  };

  it('cannot be made with a session alone', async () => {
    const { access: token } = await instance.signIn(await instance.register());
    const sub = randomUUID();
    const bare = await instance.ask(calls.linkGoogle, { access_token: tokenOf({ sub }) }, { token });
    expect([bare.status, bare.body.fields]).toEqual([400, { password: 'Password field is missing' }]);
    const guessed = { access_token: tokenOf({ sub }), password: 'a guess' };
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1) {
      answers.push(await instance.ask(calls.linkGoogle, guessed, { token }));
    }
    expect(answers[0]?.body).toMatchObject({
      code: 'PasswordWrong',
      fields: { password: expect.anything() },
    });
    expect(answers.at(-1)?.status).toBe(429);
    expect(await linkedOf(token)).toEqual({ linked: false });
  });

  it('can be unlinked by its owner, and replaced by another one', async () => {
    const { id, password, token, sub, link } = await linkedPerson();
    expect(await linkedOf(token)).toEqual({ linked: true });
    expect((await instance.ask(calls.unlinkGoogle, {}, { token })).body).toEqual({});
    expect((await instance.ask(calls.unlinkGoogle, {}, { token })).body).toEqual({});
    expect(await linkedOf(token)).toEqual({ linked: false });
    expect((await userOf(await signIn(tokenOf({ sub })))).id).not.toBe(id);
    const other = { sub: randomUUID() };
    expect((await link(password, other)).body).toEqual({});
    expect((await userOf(await signIn(tokenOf(other)))).id).toBe(id);
    const aboutGoogle = (await typesOf(id)).filter((type) => type.startsWith('Google'));
    expect(aboutGoogle).toEqual(['GoogleLinked', 'GoogleUnlinked', 'GoogleLinked']);
  });

  it('ends the sessions it opened when it is unlinked', async () => {
    const { token, sub } = await linkedPerson();
    const thief = await signIn(tokenOf({ sub }));
    expect((await instance.ask(calls.unlinkGoogle, {}, { token })).body).toEqual({});
    expect((await instance.ask(calls.refreshToken, { refresh: String(thief.body.refresh) })).status).toBe(
      401,
    );
    expect(await linkedOf(token)).toEqual({ linked: false });
  });

  it('also ends a sign-in that is in progress', async () => {
    const { id, token } = await linkedPerson();
    const { sessions, begunSignIns } = instance.services;
    const waiting = (await begunSignIns.begin(id, async () => true)) ?? '';
    let unlinking: ReturnType<typeof instance.ask> | undefined;
    const provenBefore = async () => {
      unlinking = instance.ask(calls.unlinkGoogle, {}, { token });
      await Promise.race([unlinking, pause(300)]);
      return true;
    };
    await sessions.startWhile(provenBefore, id, 'A browser', false);
    expect((await unlinking)?.body).toEqual({});
    expect(await sessions.listOf(id)).toHaveLength(1);
    expect(await begunSignIns.personOf(waiting)).toBeUndefined();
  });

  it('is unlinked by a new password', async () => {
    const { id, sub } = await linkedPerson();
    await setPasswordByLink(id);
    expect((await userOf(await signIn(tokenOf({ sub })))).id).not.toBe(id);
    expect((await typesOf(id)).slice(-2)).toEqual(['PasswordChanged', 'GoogleUnlinked']);
  });

  it('cannot be unlinked when there is no password, because its owner could not sign in otherwise', async () => {
    const session = await signIn(tokenOf());
    const token = String(session.body.access);
    expect((await instance.ask(calls.unlinkGoogle, {}, { token })).body.code).toBe('PasswordNeeded');
    expect(await linkedOf(token)).toEqual({ linked: true });
  });

  it('is not made with a password that is replaced while Google is asked', async () => {
    const person = await instance.register();
    const { accounts, signInMethods } = instance.services;
    const stands = await accounts.provePassword(person.id, person.password);
    await setPasswordByLink(person.id);
    const sub = randomUUID();
    const late = await signInMethods.googleSignIn.link(
      person.id,
      tokenOf({ sub }),
      stands ?? (async () => true),
      'spec',
    );
    expect(late?.refused).toBe('PasswordWrong');
    expect(await typesOf(person.id)).not.toContain('GoogleLinked');
  });
});

describe('a proof of identity by Google', () => {
  it('is a token that Google issued just now, for their own account, to us', async () => {
    const mine = { sub: randomUUID(), email: `${randomUUID()}@gmail.com` };
    const token = String((await signIn(tokenOf(mine))).body.access);
    expect((await instance.ask(calls.getIdentityProofWay, undefined, { token })).body).toEqual({
      way: 'google',
    });
    const prove = async (google_access_token: string) =>
      instance.ask(calls.proveIdentity, { for: '/api/remove_ach_method/', google_access_token }, { token });
    const old = tokenOf({ ...mine, expires_in: '3400' });
    const tokens = [tokenOf(mine), old, tokenOf(), tokenOf({ ...mine, aud: 'another app' })];
    const answers = await Promise.all(tokens.map(prove));
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422]);
  });
});

describe('the options', () => {
  it('name Google’s client id', async () => {
    expect((await instance.ask(calls.getSignInOptions)).body).toEqual({
      google_client_id: clientId,
      google_script_url: 'https://accounts.google.com/gsi/client',
    });
  });
});

describe('the log', () => {
  it('contains no token, address or id of Google', () => {
    const secrets = [...accounts].flatMap(([token, { sub, email }]) => [token, sub, email]);
    const log = instance.logLines.join('');
    expect(secrets.length).toBeGreaterThan(20);
    expect(log).toContain(calls.signInWithGoogle.path);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
