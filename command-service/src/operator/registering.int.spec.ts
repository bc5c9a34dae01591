import { randomUUID } from 'node:crypto';
import { returnableEmailFields } from '@groundswell/platform/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, startInstance } from '../spec-kit/instance.js';
import { runningOn } from './spec-kit/run.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const { run, noted } = runningOn(() => instance);

describe('registering a person who is registered', () => {
  it('replaces their password only with a reason, and says so', async () => {
    const { id, email } = await instance.register();
    const register = (password: string, ...more: string[]) =>
      run(['register-user', `--email=${email}`, ...more], password);
    await register('the first long password', '--reason=a first one');
    const before = await noted(id);
    await expect(register('another long password')).rejects.toThrow(
      `${id} is already registered: register-user would replace their password, which needs --reason=<text>. Nothing was changed.`,
    );
    const list = JSON.stringify([{ email, password: 'another long password' }]);
    await expect(run(['register-users'], list)).rejects.toThrow('which needs --reason=<text>.');
    expect(await noted(id)).toEqual(before);
    await instance.signIn({ id, email, password: 'the first long password' });
    expect(await register('another long password', '--reason=locked out')).toMatchObject({
      changed: true,
      message: `${id} was already registered. Their password is replaced, and their sessions have ended.`,
    });
    await instance.signIn({ id, email, password: 'another long password' });
  });

  it('completes without a reason what was interrupted before they had a way to sign in', async () => {
    const interrupted = async () => {
      const [email, password] = [`${randomUUID()}@example.com`, `pass ${randomUUID()}`];
      return { id: await instance.services.accounts.register(email, 'operator', cause), email, password };
    };
    const [one, listed, linked] = [await interrupted(), await interrupted(), await interrupted()];
    await instance.services.accounts.change(linked.id, { type: 'LinkGoogle' }, cause);
    expect(await run(['register-user', `--email=${one.email}`], one.password)).toMatchObject({
      changed: true,
      message: `${one.id} is registered`,
    });
    const list = [listed, one].map(({ email, password }) => ({ email, password }));
    expect(await run(['register-users'], JSON.stringify(list))).toMatchObject({
      people: [{ changed: true }, { changed: false }],
    });
    for (const person of [one, listed]) await instance.signIn(person);
    const replacing = run(['register-user', `--email=${linked.email}`], linked.password);
    await expect(replacing).rejects.toThrow('which needs --reason=<text>.');
  });
});

describe('registering a new address', () => {
  it('sets one password when two operators do it at once, and the other is told', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = `${randomUUID()}@example.com`;
      const passwords = [`pass ${randomUUID()}`, `pass ${randomUUID()}`];
      const both = await Promise.allSettled(
        passwords.map((password) => run(['register-user', `--email=${email}`], password)),
      );
      const [told] = both.flatMap((each) =>
        each.status === 'rejected' ? [String(each.reason.message)] : [],
      );
      expect(told).toContain('is already registered: register-user would replace their password');
      const first = both.findIndex(({ status }) => status === 'fulfilled');
      const id = (await instance.services.accounts.findByEmail(email)) ?? '';
      await instance.signIn({ id, email, password: passwords[first] ?? '' });
    }
  });
});

describe('registering an address that somebody left lately', () => {
  it.each(returnableEmailFields)('changes nothing for them, and names nobody staff: %s', async (field) => {
    const person = await instance.register();
    const { vault } = instance.services;
    const expiresAt = new Date(instance.now().getTime() + 3_600_000);
    await vault.replace(person.id, [], {
      email: { value: `${randomUUID()}@example.com`, unique: true },
      [field]: { value: person.email, unique: true, expiresAt },
    });
    const before = await noted(person.id);
    const reason = '--reason=a colleague has it now';
    const refused = `${person.id} left this address in the last three days and can still take it back. Nothing was changed.`;
    const one = run(['register-user', `--email=${person.email}`, '--staff', reason], 'of a colleague');
    await expect(one).rejects.toThrow(refused);
    const free = `${randomUUID()}@example.com`;
    const list = [free, person.email].map((email) => ({ email, password: 'of a colleague', staff: true }));
    await expect(run(['register-users', reason], JSON.stringify(list))).rejects.toThrow(refused);
    expect(await noted(person.id)).toEqual(before);
    await expect(run(['person', 'find'], free)).rejects.toThrow('No person has this address.');
    instance.moveClock(3_600_000);
    await run(['register-user', `--email=${person.email}`], 'of a colleague');
    expect(await noted(person.id)).toEqual(before);
  });
});

describe('a list of people', () => {
  it('is refused as a whole, with the number of each wrong entry', async () => {
    const [first, last] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const people = [
      { email: first, password: 'a long password' },
      { email: last, password: 'short' },
      { email: 'nobody', password: 'a long password', staff: 'yes' },
    ];
    const refused = await run(['register-users'], JSON.stringify(people)).catch((error) => error.message);
    expect(refused.split('\n')).toEqual([
      'Entry 2, password: Use at least 8 characters. Try a few random words.',
      expect.stringMatching(/^Entry 3, email: /),
      expect.stringMatching(/^Entry 3, staff: /),
      'No one was registered.',
    ]);
    await expect(run(['person', 'find'], first)).rejects.toThrow('No person has this address.');
    await expect(run(['register-users'], '{"email":"ann"}')).rejects.toThrow(
      'Standard input must hold a list of people as JSON: [{"email": "…", "password": "…"}, …].',
    );
  });
});

describe('a list of people that names one twice', () => {
  it('is refused whole, by the number of the later entry', async () => {
    const email = `${randomUUID()}@example.com`;
    const people = [
      { email, password: 'a long password' },
      { email: email.toUpperCase(), password: 'another long password' },
    ];
    await expect(run(['register-users'], JSON.stringify(people))).rejects.toThrow(
      'Entry 2, email: Entry 1 has the same address.\nNo one was registered.',
    );
    await expect(run(['person', 'find'], email)).rejects.toThrow('No person has this address.');
  });
});
