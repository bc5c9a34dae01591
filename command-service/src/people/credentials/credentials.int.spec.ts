import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { calls, headers, type ProvenPath, type Session, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Links, mailboxOf, openLinks } from '@groundswell/platform/links';
import { leftEmailField } from '@groundswell/platform/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, type Person, startInstance } from '../../spec-kit/instance.js';
import { createEmailChange } from './email-change.js';

const [minute, hour] = [60_000, 3_600_000];
let instance: Instance;
let links: Links;
beforeAll(async () => {
  instance = await startInstance(
    { SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000', REQUESTS_PER_ADDRESS: '100000' },
    undefined,
    'own process',
  );
  links = await openLinks(instance.services.database, instance.now);
});
afterAll(() => instance.stop());

const typesOf = async ({ id }: Pick<Person, 'id'>) =>
  (await instance.services.eventStore.readStream(streamOf('user', id))).events.map(({ type }) => type);
const isOpen = async ({ access }: Session) =>
  (await instance.ask(calls.getUser, undefined, { token: access })).status === 200;
/** The request of a person with a proof for the call. */
const proven = async ({ access }: Session, path: ProvenPath, password: string) => {
  const { body } = await instance.ask(calls.proveIdentity, { for: path, password }, { token: access });
  return { token: access, headers: { [headers.identityProof]: String(body.proof) } };
};
const issue = (personId: string, purpose: 'confirm_email' | 'stop_email_change' | 'password_reset') =>
  links.issue({ purpose, personId, cause: randomUUID(), lifetime: 72 * hour });
/** A link that stops a change, as it is mailed to an address. */
const stopFrom = (email: string, personId: string) => {
  const mailbox = mailboxOf(instance.services.vault, email);
  return links.issue({
    purpose: 'stop_email_change',
    personId,
    cause: randomUUID(),
    lifetime: 72 * hour,
    mailbox,
  });
};
/** Asks for one more address, as the person who has the present one. */
const asksFor = async (person: Person, email: string) => {
  const asked = await proven(await instance.signIn(person), '/user/email_change/', person.password);
  expect((await instance.ask(calls.requestEmailChange, { email }, asked)).status).toBe(200);
};
const changes = async () => {
  const person = await instance.register();
  const session = await instance.signIn(person);
  const email = `${randomUUID()}@example.com`;
  const asked = await proven(session, '/user/email_change/', person.password);
  expect((await instance.ask(calls.requestEmailChange, { email }, asked)).status).toBe(200);
  return { person, session, email };
};
const confirm = (token: string) => instance.ask(calls.confirmEmailChange, { token });
const stop = (token: string) => instance.ask(calls.stopEmailChange, { token });
/** Asks for one more address, and follows the link that is mailed to it. */
const movesTo = async (person: Person, email: string) => {
  await asksFor(person, email);
  expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
};
const signsIn = async (email: string, password: string) =>
  (await instance.ask(calls.signIn, { email, password })).status === 200;

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
    await instance.ask(calls.joinWaitlist, { email });
    await instance.services.inbox.drain();
    const waiting = (await instance.services.accounts.findByEmail(email)) ?? '';
    expect((await confirm(await issue(person.id, 'confirm_email'))).status).toBe(200);
    expect(await signsIn(email, person.password)).toBe(true);
    const { events } = await instance.services.eventStore.readStream(streamOf('waitlist', waiting));
    expect(events.map(({ type }) => type)).toEqual(['WaitlistJoined', 'WaitlistLeft']);
    expect(await instance.services.vault.isKnown(waiting)).toBe(false);
  });

  it.each([
    ['the person on the waitlist opens an account', 'open'],
    ['the link ends', 'end'],
  ] as const)('takes no address from the waitlist when meanwhile %s', async (_what, meanwhile) => {
    const { person, email } = await changes();
    await instance.ask(calls.joinWaitlist, { email });
    await instance.services.inbox.drain();
    const { accounts, eventStore, vault, waitlistServices } = instance.services;
    const waiting = (await accounts.findByEmail(email)) ?? '';
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
    const { events } = await eventStore.readStream(streamOf('waitlist', waiting));
    expect(events.map(({ type }) => type)).toEqual(['WaitlistJoined']);
    expect(await signsIn(person.email, person.password)).toBe(true);
  });

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

    // Nobody holds this address for its reader, and the others are not theirs.
    expect((await stop(ofThird)).body.code).toBe('LinkNotValid');
    expect(await whoSignIn()).toEqual([fourth]);
    expect((await stop(ofSecond)).status).toBe(200);
    expect(await whoSignIn()).toEqual([second]);
    expect((await stop(ofFirst)).status).toBe(200);
    expect(await whoSignIn()).toEqual([person.email]);
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

  it('to one address is confirmed by no link that was mailed to another, also while it is asked for', async () => {
    const { person, email: first } = await changes();
    const token = await issue(person.id, 'confirm_email');
    const ofSomebody = `${randomUUID()}@example.com`;
    let confirming: ReturnType<typeof confirm> | undefined;
    const revoke: Links['revoke'] = async (...given) => {
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

describe('signing in from a new network', () => {
  it('is recorded once for people who had signed in from other networks', async () => {
    const person = await instance.register();
    const from = (network: string) =>
      instance.services.signIn.signIn({ ...person, network, device: 'A browser' });
    await from('one');
    await from('one');
    expect(await typesOf(person)).not.toContain('NewNetworkSignedIn');
    await from('another');
    await from('another');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
    instance.moveClock(31 * 24 * hour);
    await from('after a long time');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
  });

  it('is noted when a password is asked for again from there', async () => {
    const person = await instance.register();
    await instance.services.signIn.signIn({ ...person, network: 'one', device: 'A browser' });
    await instance.services.provePassword(person.id, person.password, 'another');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
  });
});

describe('what could not be noted of a sign-in while the event store was away', () => {
  const noted = async ({ id }: Person) =>
    (await instance.services.eventStore.readStream(streamOf('user', id))).events
      .filter(({ type }) => type.startsWith('New'))
      .map(({ type, metadata }) => [type, metadata.occurredAt]);
  /** A sign-in from elsewhere that came no further than to PostgreSQL. */
  const cutShort = async () => {
    const person = await instance.register();
    const signIn = (network: string, device: string) =>
      instance.services.signIn.signIn({ ...person, network, device });
    await signIn('one', 'A browser');
    await instance.services.knownNetworks.note(person.id, 'another');
    await instance.services.sessions.startWhile(async () => true, person.id, 'Another browser', false);
    const at = instance.now().toISOString();
    const expected = [
      ['NewDeviceSignedIn', at],
      ['NewNetworkSignedIn', at],
    ];
    instance.moveClock(1_000);
    return { person, signIn, expected };
  };

  it('is noted at the next sign-in, with the time of the first, and once', async () => {
    const { person, signIn, expected } = await cutShort();
    await signIn('another', 'Another browser');
    await signIn('another', 'Another browser');
    expect((await noted(person)).toSorted()).toEqual(expected);
  });

  it('is noted without another sign-in once the store is back', async () => {
    const { person, expected } = await cutShort();
    await instance.stack.eventStore?.kill();
    await expect(instance.services.notices.tellOwed()).rejects.toThrow();
    await instance.stack.restartEventStore();
    await instance.tellOwed();
    await instance.tellOwed();
    expect((await noted(person)).toSorted()).toEqual(expected);
  });

  it('is noted once when several tell it at the same time', async () => {
    const { person, expected } = await cutShort();
    await Promise.all([1, 2, 3].map(() => instance.services.notices.tellOwed(person.id)));
    expect((await noted(person)).toSorted()).toEqual(expected);
  });
});
