import { randomUUID } from 'node:crypto';
import { calls, headers } from '@groundswell/contracts';
import { leftEmailField } from '@groundswell/platform/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf, startUnlimited } from '../../spec-kit/credentials.js';
import { cause, type Instance } from '../../spec-kit/instance.js';

const hour = 3_600_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startUnlimited();
});
afterAll(() => instance.stop());

const { typesOf, isOpen, signsIn, proven, issue, stopFrom, confirm, stop, asksFor, movesTo, changes } =
  credentialsOf(() => instance);

describe('a change of the address', () => {
  it('can be stopped from the old mailbox before it happens', async () => {
    const { person, session, email } = await changes();
    const [token, stopping] = [
      await issue(person.id, 'confirm_email'),
      await issue(person.id, 'stop_email_change'),
    ];
    expect((await stop(stopping)).status).toBe(200);
    expect((await confirm(token)).body.code).toBe('LinkNotValid');
    expect(await isOpen(session)).toBe(false);
    expect([await signsIn(email, person.password), await signsIn(person.email, person.password)]).toEqual([
      false,
      true,
    ]);
  });

  it('can be undone from the old mailbox for three days, and no one else can take the old address meanwhile', async () => {
    const { person, email } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const thief = await instance.signIn({ ...person, email });
    expect(await instance.services.accounts.register(person.email, 'waitlist', cause)).toBe(person.id);
    const reset = await issue(person.id, 'password_reset');
    expect((await stop(await issue(person.id, 'stop_email_change'))).status).toBe(200);
    expect(await isOpen(thief)).toBe(false);
    expect((await instance.ask(calls.resetPassword, { token: reset, password: 'of a thief' })).status).toBe(
      410,
    );
    expect(await signsIn(person.email, person.password)).toBe(true);
    expect((await typesOf(person)).at(-1)).toBe('EmailChangeStopped');
  });

  it('can be undone from the first mailbox, however often a thief has changed it since', async () => {
    const { person, email: second } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const session = await instance.signIn({ ...person, email: second });
    const third = `${randomUUID()}@example.com`;
    const asked = await proven(session, '/user/email_change/', person.password);
    expect((await instance.ask(calls.requestEmailChange, { email: third }, asked)).status).toBe(200);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    expect(await signsIn(third, person.password)).toBe(true);
    expect(await instance.services.accounts.register(person.email, 'waitlist', cause)).toBe(person.id);

    expect((await stop(await issue(person.id, 'stop_email_change'))).status).toBe(200);

    const signIns = [];
    for (const email of [person.email, second, third]) signIns.push(await signsIn(email, person.password));
    expect(signIns).toEqual([true, false, false]);
  });

  it('cannot be undone from the mailbox in between once the first address is back', async () => {
    const { person, email: second } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const session = await instance.signIn({ ...person, email: second });
    const asked = await proven(session, '/user/email_change/', person.password);
    expect((await instance.ask(calls.requestEmailChange, { email: person.email }, asked)).status).toBe(200);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);

    expect((await stop(await issue(person.id, 'stop_email_change'))).status).toBe(200);

    const signIns = [];
    for (const email of [person.email, second]) signIns.push(await signsIn(email, person.password));
    expect(signIns).toEqual([true, false]);
  });

  it('that is only asked for can be stopped from the present mailbox, which keeps the address and what the first one may do', async () => {
    const { person, email: second } = await changes();
    const ofFirst = await stopFrom(person.email, person.id);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const third = `${randomUUID()}@example.com`;
    await asksFor({ ...person, email: second }, third);
    const waiting = await issue(person.id, 'confirm_email');
    expect((await stop(await stopFrom(second, person.id))).status).toBe(200);
    expect((await confirm(waiting)).body.code).toBe('LinkNotValid');
    expect([await signsIn(second, person.password), await signsIn(person.email, person.password)]).toEqual([
      true,
      false,
    ]);
    expect((await stop(ofFirst)).status).toBe(200);
    expect([await signsIn(second, person.password), await signsIn(person.email, person.password)]).toEqual([
      false,
      true,
    ]);
  });

  it('is undone from the mailbox in between for that address, while only the first mailbox gives back the first', async () => {
    const { person, email: second } = await changes();
    const ofFirst = await stopFrom(person.email, person.id);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const ofSecond = await stopFrom(second, person.id);
    const [third, fourth] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    await movesTo({ ...person, email: second }, third);
    await movesTo({ ...person, email: third }, fourth);
    expect(await instance.services.accounts.register(second, 'waitlist', cause)).toBe(person.id);
    const ofThird = await stopFrom(third, person.id);
    const all = [person.email, second, third, fourth] as const;
    const whoSignIn = async () => {
      const signIns: boolean[] = [];
      for (const email of all) signIns.push(await signsIn(email, person.password));
      return all.filter((_, index) => signIns[index]);
    };

    expect((await stop(ofThird)).status).toBe(200);
    expect(await whoSignIn()).toEqual([third]);
    expect((await stop(ofSecond)).status).toBe(200);
    expect(await whoSignIn()).toEqual([second]);
    expect((await stop(ofFirst)).status).toBe(200);
    expect(await whoSignIn()).toEqual([person.email]);
  });

  it('is undone from the last mailbox of several that its owner left, but from none that comes after five', async () => {
    const { person, email: second } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const addresses = [second, ...Array.from({ length: 5 }, () => `${randomUUID()}@example.com`)];
    for (const [place, email] of addresses.slice(1).entries()) {
      instance.moveClock(hour);
      await movesTo({ ...person, email: addresses[place] ?? '' }, email);
    }
    instance.moveClock(-5 * hour);
    const [fifth = '', sixth = ''] = addresses.slice(3);
    const [ofFifth, ofSixth] = [await stopFrom(fifth, person.id), await stopFrom(sixth, person.id)];

    expect((await stop(ofSixth)).body.code).toBe('LinkNotValid');
    expect((await stop(ofFifth)).status).toBe(200);
    expect(await signsIn(fifth, person.password)).toBe(true);
  });

  it('back to the address in between leaves the one after it no say', async () => {
    const { person, email: second } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const third = `${randomUUID()}@example.com`;
    await movesTo({ ...person, email: second }, third);
    await movesTo({ ...person, email: third }, second);
    const ofThird = await stopFrom(third, person.id);
    const repeated = { headers: { [headers.idempotencyKey]: randomUUID() } };
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await instance.ask(calls.stopEmailChange, { token: ofThird }, repeated);
      expect(answer.body.code).toBe('LinkNotValid');
    }
    expect(await signsIn(second, person.password)).toBe(true);
  });

  it('that was undone is undone by no other mail about it: what the owner did since stands', async () => {
    const { person, email } = await changes();
    const [first, second] = [
      await stopFrom(person.email, person.id),
      await stopFrom(person.email, person.id),
    ];
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    const ofThief = await stopFrom(email, person.id);
    expect((await stop(first)).status).toBe(200);
    const session = await instance.signIn(person);
    const reset = await issue(person.id, 'password_reset');
    for (const token of [second, ofThief]) expect((await stop(token)).body.code).toBe('LinkNotValid');
    expect(await isOpen(session)).toBe(true);
    expect((await instance.ask(calls.resetPassword, { token: reset, password: 'of the owner' })).status).toBe(
      200,
    );
    expect((await typesOf(person)).filter((type) => type === 'EmailChangeStopped')).toHaveLength(1);
  });

  it('that is stopped later is no news for the mailbox that lost an earlier one', async () => {
    const { person, email } = await changes();
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    expect((await stop(await stopFrom(person.email, person.id))).status).toBe(200);
    const { vault } = instance.services;
    expect(await vault.get(person.id, [leftEmailField])).toEqual({ [leftEmailField]: email });
    await asksFor(person, `${randomUUID()}@example.com`);
    expect((await stop(await stopFrom(person.email, person.id))).status).toBe(200);
    expect(await vault.get(person.id, [leftEmailField])).toEqual({});
  });
});

describe('a link that was followed, opened again', () => {
  const stopAgain = async (token: string) =>
    (await instance.ask(calls.stopEmailChange, { token }, { key: token })).status;
  const confirmAgain = async (token: string) =>
    (await instance.ask(calls.confirmEmailChange, { token }, { key: token })).status;

  it('no longer says that the address stays the same once another one is asked for', async () => {
    const { person } = await changes();
    const stopping = await stopFrom(person.email, person.id);
    expect([await stopAgain(stopping), await stopAgain(stopping)]).toEqual([200, 200]);
    await asksFor(person, `${randomUUID()}@example.com`);
    expect(await stopAgain(stopping)).toBe(410);
  });

  it('no longer says that the address is changed once it is another one', async () => {
    const { person, email: second } = await changes();
    const toSecond = await issue(person.id, 'confirm_email');
    const ofFirst = await stopFrom(person.email, person.id);
    expect([await confirmAgain(toSecond), await confirmAgain(toSecond)]).toEqual([200, 200]);
    await asksFor({ ...person, email: second }, `${randomUUID()}@example.com`);
    const toThird = await issue(person.id, 'confirm_email');
    const ofSecond = await stopFrom(second, person.id);
    expect(await confirmAgain(toSecond)).toBe(200);

    expect([await confirmAgain(toThird), await confirmAgain(toThird)]).toEqual([200, 200]);
    expect(await confirmAgain(toSecond)).toBe(410);

    expect([await stopAgain(ofSecond), await stopAgain(ofSecond)]).toEqual([200, 200]);
    expect(await confirmAgain(toThird)).toBe(410);

    expect([await stopAgain(ofFirst), await stopAgain(ofFirst)]).toEqual([200, 200]);
    expect(await stopAgain(ofSecond)).toBe(410);
  });

  it('still says that the address is changed after only the next change was stopped', async () => {
    const { person, email: second } = await changes();
    const toSecond = await issue(person.id, 'confirm_email');
    expect(await confirmAgain(toSecond)).toBe(200);
    await asksFor({ ...person, email: second }, `${randomUUID()}@example.com`);
    expect((await stop(await stopFrom(second, person.id))).status).toBe(200);
    expect(await confirmAgain(toSecond)).toBe(200);
  });
});
