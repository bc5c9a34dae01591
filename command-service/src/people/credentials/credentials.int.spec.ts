import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { calls, type Session, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf, startUnlimited } from '../../spec-kit/credentials.js';
import { cause, type Instance } from '../../spec-kit/instance.js';
import { createEmailChange } from './email-change.js';

const [minute, hour] = [60_000, 3_600_000];
let instance: Instance;
beforeAll(async () => {
  instance = await startUnlimited();
});
afterAll(() => instance.stop());

const { typesOf, asksFor, isOpen, signsIn, proven, issue, stopFrom, confirm, changes } = credentialsOf(
  () => instance,
);

describe('a change of the password', () => {
  it('needs a proof, ends every session and answers with a new one', async () => {
    const person = await instance.register();
    const [session, other] = [await instance.signIn(person), await instance.signIn(person)];
    const password = 'another password of theirs';
    const unproven = await instance.ask(calls.changePassword, { password }, { token: session.access });
    expect([unproven.status, unproven.body.code]).toEqual([403, 'IdentityProofNeeded']);
    const asked = await proven(session, '/user/password_change/', person.password);
    const weak = await instance.ask(calls.changePassword, { password: 'password' }, asked);
    expect(weak.body.code).toBe('PasswordRefused');
    const changed = await instance.ask(calls.changePassword, { password }, asked);
    expect(changed.status).toBe(200);
    expect(await Promise.all([session, other].map(isOpen))).toEqual([false, false]);
    expect(await isOpen(changed.body as unknown as Session)).toBe(true);
    expect([await signsIn(person.email, password), await signsIn(person.email, person.password)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a change of the address', () => {
  it('needs a proof, and answers the same whether or not the new address is taken', async () => {
    const [person, other] = [await instance.register(), await instance.register()];
    const session = await instance.signIn(person);
    const unproven = await instance.ask(
      calls.requestEmailChange,
      { email: other.email },
      { token: session.access },
    );
    expect(unproven.status).toBe(403);
    const answers = [];
    for (const email of [other.email, `${randomUUID()}@example.com`]) {
      const asked = await proven(session, '/user/email_change/', person.password);
      const { status, body } = await instance.ask(calls.requestEmailChange, { email }, asked);
      answers.push([status, body]);
    }
    expect(answers).toEqual([
      [200, {}],
      [200, {}],
    ]);
    expect((await typesOf(person)).filter((type) => type === 'EmailChangeRequested')).toHaveLength(2);
  });

  it('needs a proof for each address, which a repeat may use again', async () => {
    const person = await instance.register();
    const asked = await proven(await instance.signIn(person), '/user/email_change/', person.password);
    const [first, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const ask = async (email: string) =>
      (await instance.ask(calls.requestEmailChange, { email }, { ...asked, key: 'one key' })).status;
    expect([await ask(first), await ask(first), await ask(other)]).toEqual([200, 200, 403]);
  });

  it('is refused when it was asked for often today, and leaves the one that waits as it is', async () => {
    const { person, email } = await changes();
    const session = await instance.signIn(person);
    const ask = async (address: string) => {
      const asked = await proven(session, '/user/email_change/', person.password);
      instance.moveClock(minute);
      return (await instance.ask(calls.requestEmailChange, { email: address }, asked)).body.code;
    };
    const codes = [];
    for (let turn = 0; turn < 4; turn += 1) codes.push(await ask(email));
    codes.push(await ask(`${randomUUID()}@example.com`));
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'TooManyAddressChanges']);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    expect(await signsIn(email, person.password)).toBe(true);
  });

  it('counts once when its answer was lost, also the last of a day, and its link stays valid', async () => {
    const { person } = await changes();
    const session = await instance.signIn(person);
    const ask = async (email: string, times = 1) => {
      const asked = await proven(session, '/user/email_change/', person.password);
      instance.moveClock(minute);
      const once = async () =>
        (await instance.ask(calls.requestEmailChange, { email }, { ...asked, key: 'one key' })).status;
      return Promise.all(Array.from({ length: times }, once));
    };
    for (let turn = 0; turn < 3; turn += 1) await ask(`${randomUUID()}@example.com`);
    const email = `${randomUUID()}@example.com`;
    expect(await ask(email, 2)).toEqual([200, 200]);
    const token = await issue(person.id, 'confirm_email');
    expect(await ask(email)).toEqual([200]);
    expect((await typesOf(person)).filter((type) => type === 'EmailChangeRequested')).toHaveLength(5);
    expect((await confirm(token)).status).toBe(200);
    expect(await signsIn(email, person.password)).toBe(true);
  });

  it('counts once when it is repeated just before it is in the log', async () => {
    const { person } = await changes();
    for (let turn = 0; turn < 3; turn += 1) {
      instance.moveClock(minute);
      await asksFor(person, `${randomUUID()}@example.com`);
    }
    instance.moveClock(minute);
    const { services, now } = instance;
    const asking = { type: 'RequestEmailChange', now: now().toISOString() } as const;
    const itself = { ...cause, commandId: randomUUID() };
    const hasDone: typeof services.accounts.hasDone = async (...given) => {
      const done = await services.accounts.hasDone(...given);
      await services.accounts.change(person.id, asking, itself);
      return done;
    };
    const emailChange = createEmailChange({
      ...services,
      accounts: { ...services.accounts, hasDone },
      holdWithdrawals: async () => undefined,
      leaveWaitlist: async () => undefined,
      log: createLog({ service: 'spec', level: 'silent' }),
    });
    expect(await emailChange.request(person.id, `${randomUUID()}@example.com`, itself)).toBeUndefined();
    expect((await typesOf(person)).filter((type) => type === 'EmailChangeRequested')).toHaveLength(5);
  });

  it('happens through the emailed link, once, and ends sessions and links that led to the old address', async () => {
    const { person, session, email } = await changes();
    const [token, reset] = [
      await issue(person.id, 'confirm_email'),
      await issue(person.id, 'password_reset'),
    ];
    expect(await signsIn(email, person.password)).toBe(false);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).body.code).toBe('LinkNotValid');
    expect([await signsIn(email, person.password), await signsIn(person.email, person.password)]).toEqual([
      true,
      false,
    ]);
    expect(await isOpen(session)).toBe(false);
    expect((await instance.ask(calls.resetPassword, { token: reset, password: 'of a thief' })).status).toBe(
      410,
    );
    expect((await typesOf(person)).at(-1)).toBe('EmailChanged');
  });

  it('is answered the same again to a request whose answer was lost, and so is stopping it', async () => {
    const { person } = await changes();
    const [confirming, stopping] = [
      await issue(person.id, 'confirm_email'),
      await stopFrom(person.email, person.id),
    ];
    for (const [call, token] of [
      [calls.confirmEmailChange, confirming],
      [calls.stopEmailChange, stopping],
    ] as const) {
      const follow = async (key: string) => (await instance.ask(call, { token }, { key })).status;
      expect(await Promise.all([follow('the first key'), follow('the first key')])).toEqual([200, 200]);
      expect([await follow('the first key'), await follow('another key')]).toEqual([200, 410]);
      expect((await instance.ask(call, { token })).status).toBe(410);
    }
    expect((await typesOf(person)).slice(-2)).toEqual(['EmailChanged', 'EmailChangeStopped']);
  });

  it('is refused when the address is taken by then, or after an hour', async () => {
    const { person, email } = await changes();
    await instance.services.accounts.register(email, 'waitlist', {
      actor: { id: 'spec', role: 'system' },
      correlationId: 'spec',
    });
    expect((await confirm(await issue(person.id, 'confirm_email'))).body.code).toBe('LinkNotValid');
    expect(await typesOf(person)).not.toContain('EmailChanged');
    const late = await changes();
    instance.moveClock(hour);
    expect((await confirm(await issue(late.person.id, 'confirm_email'))).body.code).toBe('LinkNotValid');
  });

  it('takes an address from the waitlist, which only its mailbox can confirm', async () => {
    const { person, email } = await changes();
    const { id: waiting } = await instance.joinWaitlist(email);
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    expect(await signsIn(email, person.password)).toBe(true);
    expect(await instance.typesIn(streamOf('waitlist', waiting))).toEqual(['WaitlistJoined', 'WaitlistLeft']);
    expect(await instance.services.vault.isKnown(waiting)).toBe(false);
  });

  it.each([
    ['the person on the waitlist opens an account', 'open'],
    ['the link ends', 'end'],
  ] as const)('takes no address from the waitlist when meanwhile %s', async (_what, meanwhile) => {
    const { person, email } = await changes();
    const { id: waiting } = await instance.joinWaitlist(email);
    const { accounts, vault, links, waitlistServices } = instance.services;
    const token = await issue(person.id, 'confirm_email');
    const emailChange = createEmailChange({
      ...instance.services,
      async holdWithdrawals() {
        if (meanwhile === 'open') await accounts.register(email, 'waitlist', cause);
        else await links.revoke(person.id, 'confirm_email');
        return undefined;
      },
      leaveWaitlist: waitlistServices.waitlist.giveUpAddress,
      log: createLog({ service: 'spec', level: 'silent' }),
    });
    const refused = await emailChange.confirm({ token, key: undefined }, 'spec');
    expect(refused?.refused).toBe('LinkNotValid');
    expect(await vault.isKnown(waiting)).toBe(true);
    expect(await instance.typesIn(streamOf('waitlist', waiting))).toEqual(['WaitlistJoined']);
    expect(await signsIn(person.email, person.password)).toBe(true);
  });

  it('to one address is confirmed by no link that was mailed to another, also while it is asked for', async () => {
    const { person, email: first } = await changes();
    const token = await issue(person.id, 'confirm_email');
    const ofSomebody = `${randomUUID()}@example.com`;
    let confirming: ReturnType<typeof confirm> | undefined;
    const { links } = instance.services;
    const revoke: typeof links.revoke = async (...given) => {
      confirming ??= confirm(token);
      await setTimeout(300);
      await links.revoke(...given);
    };
    const emailChange = createEmailChange({
      ...instance.services,
      links: { ...links, revoke },
      holdWithdrawals: async () => undefined,
      leaveWaitlist: async () => undefined,
      log: createLog({ service: 'spec', level: 'silent' }),
    });
    await emailChange.request(person.id, ofSomebody, cause);
    expect([(await confirming)?.body.code, (await confirm(token)).body.code]).toEqual([
      'LinkNotValid',
      'LinkNotValid',
    ]);
    expect([await signsIn(first, person.password), await signsIn(ofSomebody, person.password)]).toEqual([
      false,
      false,
    ]);
  });

  it('leaves no address in an event or a log line', async () => {
    const { person, email } = await changes();
    await confirm(await issue(person.id, 'confirm_email'));
    const { events } = await instance.services.eventStore.readStream(streamOf('user', person.id));
    const traces =
      JSON.stringify(events.map(({ data, metadata }) => [data, metadata])) + instance.logLines.join('');
    expect([person.email, email].filter((address) => traces.includes(address))).toEqual([]);
  });
});
