import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, refuse, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { pendingEmailField } from '@groundswell/platform/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, type Person, startInstance } from '../../spec-kit/instance.js';
import { createEmailChange } from './email-change.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({}, undefined, 'own process');
});
afterAll(() => instance.stop());

/** Milliseconds that a request waits for others of its person: more than it takes on a busy machine. */
const turn = 30_000;

const changeOf = (holdWithdrawals: () => Promise<undefined>, accounts = instance.services.accounts) =>
  createEmailChange(
    {
      ...instance.services,
      accounts,
      holdWithdrawals,
      leaveWaitlist: async () => undefined,
      now: instance.now,
      log: createLog({ service: 'spec', level: 'silent' }),
    },
    turn,
  );
const signsIn = async (email: string, password: string) =>
  (await instance.ask(calls.signIn, { email, password })).status === 200;
const changesOf = async ({ id }: Person) =>
  (await instance.services.eventStore.readStream(streamOf('user', id))).events.filter(
    ({ type }) => type === 'EmailChanged' || type === 'EmailChangeStopped',
  );
/** A person who has asked for another address, and the token of the link to it. */
const asked = async () => {
  const person = await instance.register();
  const email = `${randomUUID()}@example.com`;
  await changeOf(async () => undefined).request(person.id, email, cause);
  const token = await instance.issueLink('confirm_email', person.id);
  return { person, email, token };
};

describe('a change of the address', () => {
  it('that is interrupted is not in the log, and is completed by the same link', async () => {
    const { person, email, token } = await asked();
    const { database } = instance.services;
    await database.query('ALTER TABLE people.begun_sign_in RENAME TO begun_away');
    expect((await instance.ask(calls.confirmEmailChange, { token })).status).toBe(500);
    await database.query('ALTER TABLE people.begun_away RENAME TO begun_sign_in');
    expect(await changesOf(person)).toEqual([]);
    expect(await signsIn(person.email, person.password)).toBe(true);
    expect((await instance.ask(calls.confirmEmailChange, { token })).status).toBe(200);
    expect(await changesOf(person)).toHaveLength(1);
    expect(await signsIn(email, person.password)).toBe(true);
  });

  it('is recorded once, with its time, when the event store was away after it was made', async () => {
    const { person, email, token } = await asked();
    const change = changeOf(async () => {
      await instance.stack.eventStore?.kill();
      return undefined;
    });
    expect(await change.confirm({ token, key: undefined }, 'spec')).toBeUndefined();
    const changedAt = instance.now().toISOString();
    instance.moveClock(1_000);
    await instance.stack.restartEventStore();
    await instance.tellOwed();
    await instance.tellOwed();
    expect((await changesOf(person)).map(({ metadata }) => metadata.occurredAt)).toEqual([changedAt]);
    expect(await signsIn(email, person.password)).toBe(true);
  });

  it('is asked for in turn: of two addresses at once with one place left, the first one waits for its link', async () => {
    const { person } = await asked();
    const { accounts, vault } = instance.services;
    const change: typeof accounts.change = async (...told) => {
      await pause(100);
      return accounts.change(...told);
    };
    const slow = changeOf(async () => undefined, { ...accounts, change });
    for (let place = 2; place < 5; place += 1)
      await slow.request(person.id, `${randomUUID()}@example.com`, { ...cause, commandId: randomUUID() });
    const [first, second] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const both = [first, second].map((email) =>
      slow.request(person.id, email, { ...cause, commandId: randomUUID() }),
    );
    expect(await Promise.all(both)).toEqual([undefined, refuse('TooManyAddressChanges')]);
    expect(await vault.get(person.id, [pendingEmailField])).toEqual({ [pendingEmailField]: first });
  });

  it('that waits for its link ends with a new password: a thief may have asked for it', async () => {
    const { person, email, token } = await asked();
    const { accounts, vault } = instance.services;
    await accounts.setPassword(person.id, 'a password of the owner', cause);
    expect(await vault.get(person.id, [pendingEmailField])).toEqual({});
    expect((await instance.ask(calls.confirmEmailChange, { token })).body.code).toBe('LinkNotValid');
    expect(await changesOf(person)).toEqual([]);
    expect([await accounts.findByEmail(email), await accounts.emailOf(person.id)]).toEqual([
      undefined,
      person.email,
    ]);
  });

  it('is not made by a link that is followed while a new password is being set', async () => {
    const { person, token } = await asked();
    const change = changeOf(async () => {
      await instance.services.accounts.setPassword(person.id, 'a password of the owner', cause);
      return undefined;
    });
    expect(await change.confirm({ token, key: undefined }, 'spec')).toMatchObject({
      refused: 'LinkNotValid',
    });
    expect(await changesOf(person)).toEqual([]);
  });
});

describe('a new password', () => {
  it('ends the links that set one, which a thief of the mailbox may have kept', async () => {
    const person = await instance.register();
    const token = await instance.issueLink('password_reset', person.id);
    await instance.services.accounts.setPassword(person.id, 'a password of the owner', cause);
    const stolen = await instance.ask(calls.resetPassword, { token, password: 'a password of a thief' });
    expect(stolen.body.code).toBe('LinkNotValid');
    expect(await signsIn(person.email, 'a password of the owner')).toBe(true);
  });
});
