import { randomUUID } from 'node:crypto';
import { calls, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import { application, bank, customerWithBank } from '../spec-kit/money.js';
import { runningOn } from './spec-kit/run.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

const { run, noted } = runningOn(() => instance);

describe('the operator’s handle', () => {
  it('is recorded with each of their decisions', async () => {
    const { id, email } = await instance.register();
    const before = (await noted(id)).length;
    await run(['staff', 'grant', '--as=ops-3'], email);
    await run(['staff', 'revoke', '--as=ops-7'], email);
    await instance.services.begunSignIns.begin(id, async () => true);
    await run(['sessions', 'end-all', '--as=ops-3', '--reason=a token was stolen']);
    await run(['register-user', '--as=ops-12', '--reason=locked out'], `${email}\nanother long password`);
    await run(['erase-person', id, '--reason=asked for it', '--as=ops-3']);
    expect((await noted(id)).slice(before)).toEqual([
      'StaffGranted by operator ops-3',
      'StaffRevoked by operator ops-7',
      'SessionsEnded by operator ops-3',
      'PasswordChanged by operator ops-12',
      'PersonErased by operator ops-3',
    ]);
  });
});

describe('a role that an operator takes away', () => {
  it('ends all their sessions, so that no live token still claims it', async () => {
    const person = await instance.register({ staff: true });
    const { access } = await instance.signIn(person);
    expect((await instance.ask(calls.getUser, undefined, { token: access })).status).toBe(200);
    await run(['staff', 'revoke'], person.email);
    const refused = await instance.ask(calls.getUser, undefined, { token: access });
    expect([refused.status, refused.body.code]).toEqual([401, 'NotSignedIn']);
  });
});

describe('finding a person', () => {
  it('prints the id for an address read from standard input, in upper or lower case', async () => {
    const { id, email } = await instance.register();
    expect(await run(['person', 'find'], ` ${email.toUpperCase()}\n`)).toEqual({
      id,
      state: 'registered',
      changed: false,
      message: id,
    });
  });

  it('also finds people who are only on the waitlist', async () => {
    const { email } = await instance.joinWaitlist();
    expect(await run(['person', 'find'], email)).toMatchObject({ state: 'not registered' });
  });

  it('says when no one is found, and accepts no address on the command line', async () => {
    const unknown = `${randomUUID()}@example.com`;
    await expect(run(['person', 'find'], unknown)).rejects.toThrow('No person has this address.');
    await expect(run(['person', 'find'], 'ann')).rejects.toThrow(
      'Standard input does not start with an email address.',
    );
    expect(() => run(['person', 'find', unknown])).toThrow('does not know what to do with');
    expect(instance.logLines.join()).not.toContain(unknown);
  });
});

describe('an address', () => {
  it('may come by standard input wherever a command takes one, before the password', async () => {
    const email = `${randomUUID()}@example.com`;
    const { id } = (await run(['register-user'], `${email}\na long password\n`)) as { id: string };
    const { refresh } = await instance.signIn({ id, email, password: 'a long password' });
    expect(await run(['staff', 'grant'], `${email}\n`)).toMatchObject({ id, state: 'staff', changed: true });
    expect(await run(['staff', 'revoke'], email)).toMatchObject({ id, state: 'not staff', changed: true });
    expect((await instance.ask(calls.refreshToken, { refresh })).status).toBe(401);
    await expect(run(['staff', 'grant'], '')).rejects.toThrow('does not start with an email address');
    await expect(run(['register-user'], email)).rejects.toThrow('Use at least 8 characters.');
  });
});

describe('signing everyone out', () => {
  it('ends every session and sign-in, and is recorded for each person with its reason', async () => {
    const [ann, bob, gone] = [
      await instance.register(),
      await instance.register(),
      await instance.register(),
    ];
    const [anns, bobs] = [await instance.signIn(ann), await instance.signIn(bob)];
    const challenge = await instance.services.begunSignIns.begin(gone.id, async () => true);
    const endAll = () => run(['sessions', 'end-all', '--reason=restored a copy']);
    const ended = await endAll();
    expect(ended).toMatchObject({
      changed: true,
      message: expect.stringMatching(/^\d+ people signed out everywhere$/),
    });
    for (const { access, refresh } of [anns, bobs]) {
      expect((await instance.ask(calls.refreshToken, { refresh })).status).toBe(401);
      expect((await instance.ask(calls.getUser, undefined, { token: access })).status).toBe(401);
    }
    expect(await instance.services.begunSignIns.personOf(challenge ?? '')).toBeUndefined();
    for (const { id } of [ann, bob, gone]) {
      const { events } = await instance.services.eventStore.readStream(streamOf('user', id));
      expect(events.at(-1)).toMatchObject({
        type: 'SessionsEnded',
        metadata: { actor: { id: 'operator', role: 'operator' }, reason: 'restored a copy' },
      });
    }
    expect(await endAll()).toEqual({ people: 0, changed: false, message: 'no one was signed in' });
    await instance.signIn(ann);
    expect(() => run(['sessions', 'end-all'])).toThrow('sessions end-all needs --reason=<text>');
  });
});

describe('a dry run of an erasure', () => {
  const foresee = (id: string) => run(['erase-person', id, '--dry-run']);

  it('says what would be erased without changing anything', async () => {
    const person = await instance.register();
    await instance.signIn(person);
    const foreseen = await foresee(person.id);
    expect(foreseen).toMatchObject({
      id: person.id,
      state: 'known',
      changed: false,
      prospect: { kinds: ['email'], sessions: 1, refusal: null },
      message: `${person.id} would be erased\nin the vault: email\nsigned in: 1 session\nnothing was changed`,
    });
    expect(await foresee(person.id)).toEqual(foreseen);
    await run(['erase-person', person.id, '--reason=asked for it']);
    expect(await foresee(person.id)).toMatchObject({
      state: 'erased',
      message: `${person.id} was already erased`,
    });
    await expect(foresee(randomUUID())).rejects.toThrow('No person has this id.');
  });

  it('says why it would be refused, and names only kinds of data', async () => {
    const { customer, link } = await customerWithBank(instance);
    const deposit = { amount: '25.00', direction: 'incoming', ach_relationship_id: link };
    await instance.ask(calls.createAchTransfer, deposit, { token: customer.token });
    const { message, declined } = await foresee(customer.id);
    expect(message).toContain(
      `${customer.id} would not be erased: This person has cash or a pending transfer`,
    );
    expect(declined).toBe(true);
    expect(message).toContain('application.*.answers');
    for (const value of [application.ssn, application.first_name, bank.bank_account_number, link]) {
      expect(message).not.toContain(value);
    }
  });
});

describe('an operator who changes a role', () => {
  it('reads the result in one sentence', async () => {
    const { id, email } = await instance.register();
    const say = async (word: string) => (await run(['staff', word], email)).message;
    expect(await say('grant')).toBe(`${id} is staff now`);
    expect(await say('grant')).toBe(`${id} was already staff`);
    expect(await say('revoke')).toBe(`${id} is no longer staff`);
    expect(await say('revoke')).toBe(`${id} was not staff`);
  });
});

describe('a second factor that was never set up', () => {
  it('is not reset: the command says so, and no one is signed out', async () => {
    const person = await instance.register();
    const { access } = await instance.signIn(person);
    const before = await noted(person.id);
    expect(await run(['second-factor', 'reset', person.id])).toEqual({
      id: person.id,
      state: 'no second factor',
      changed: false,
      message: `${person.id} does not use two-step sign-in. Nothing was changed.`,
    });
    expect((await instance.ask(calls.getUser, undefined, { token: access })).status).toBe(200);
    expect(await noted(person.id)).toEqual(before);
  });
});

describe('the JSON output of a role command', () => {
  it('names the person, their role now, and whether this command changed it', async () => {
    const { id, email } = await instance.register();
    const grant = () => run(['staff', 'grant', `--email=${email}`]);
    expect(await grant()).toEqual({ id, state: 'staff', changed: true, message: `${id} is staff now` });
    expect(await grant()).toMatchObject({ id, state: 'staff', changed: false });
    const newcomer = `${randomUUID()}@example.com`;
    const register = () => run(['register-user', `--email=${newcomer}`], 'a long password');
    expect(await register()).toMatchObject({ state: 'registered', changed: true });
    expect(await register()).toMatchObject({ state: 'registered', changed: false });
    const people = JSON.stringify([{ email: newcomer, password: 'a long password' }]);
    expect(await run(['register-users'], people)).toMatchObject({
      changed: false,
      people: [{ state: 'registered', changed: false }],
    });
    expect(await run(['second-factor', 'reset', id])).toMatchObject({
      id,
      state: 'no second factor',
      changed: false,
    });
    expect(await run(['erase-person', id, '--reason=asked for it'])).toEqual({
      id,
      state: 'erased',
      changed: true,
      message: `${id} is erased`,
    });
  });
});
