import { randomUUID } from 'node:crypto';
import { calls, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => instance.stop());

let email: string;
beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

const join = async (body: { email: string; concept_id?: string | null; password?: string }) => {
  const answer = await instance.ask(calls.joinWaitlist, body);
  await instance.services.inbox.drain();
  return answer;
};
const personOf = (address: string) => instance.services.accounts.findByEmail(address);
const eventsOf = async (personId: string | undefined) => {
  const { events } = await instance.services.eventStore.readStream(
    streamOf('waitlist', personId ?? 'nobody'),
  );
  return events.map(({ type, data }) => [type, data]);
};
const linkFor = (personId: string | undefined, purpose: 'confirm_waitlist' | 'leave_waitlist') =>
  instance.issueLink(purpose, personId ?? 'nobody');
const newConcept = async (): Promise<string> => {
  const staff = await instance.signIn(await instance.register({ staff: true }));
  const body = { name: randomUUID(), description: 'A trend' };
  return (await instance.ask(calls.createNewConcept, body, { token: staff.access })).body.id;
};

describe('joining the waitlist', () => {
  it('records the person and the trend; the address is only in the vault', async () => {
    const conceptId = await newConcept();
    const answer = await join({ email: ` ${email.toUpperCase()} `, concept_id: conceptId });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    const personId = await personOf(email);
    expect(await eventsOf(personId)).toEqual([['WaitlistJoined', { conceptId }]]);
    expect(await instance.services.database.query('SELECT * FROM command_service.inbox')).toEqual([]);
  });

  it('opens no account, even if a password is sent', async () => {
    await join({ email, password: 'placeholder1' });
    expect(await instance.services.accounts.find((await personOf(email)) ?? '')).toBeUndefined();
    const signIn = await instance.ask(calls.signIn, { email, password: 'placeholder1' });
    expect([signIn.status, signIn.body.code]).toEqual([401, 'InvalidCredentials']);
  });

  it('a second time adds another trend and changes nothing else', async () => {
    const [one, other] = [await newConcept(), await newConcept()];
    await join({ email, concept_id: one });
    await join({ email, concept_id: other });
    await join({ email });
    expect(await eventsOf(await personOf(email))).toEqual([
      ['WaitlistJoined', { conceptId: one }],
      ['WaitlistInterestAdded', { conceptId: other }],
    ]);
  });

  it('creates one person when one address joins many times at once', async () => {
    await Promise.all(Array.from({ length: 3 }, () => instance.ask(calls.joinWaitlist, { email })));
    await instance.services.inbox.drain();
    expect(await eventsOf(await personOf(email))).toEqual([['WaitlistJoined', {}]]);
  });

  it.each([
    ['an address that is none', { email: 'not an address' }, 'email'],
    ['no address', {}, 'email'],
    ['a trend that cannot be', { email: 'a@example.com', concept_id: '../x' }, 'concept_id'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await instance.ask(calls.joinWaitlist, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields as object)).toEqual([field]);
  });

  it('refuses a trend that does not exist', async () => {
    const answer = await join({ email, concept_id: randomUUID() });
    expect([answer.status, answer.body.code]).toEqual([404, 'ConceptNotFound']);
  });

  it('answers a known and an unknown address the same, byte for byte', async () => {
    await join({ email });
    const ask = (address: string) => instance.ask(calls.joinWaitlist, { email: address });
    const [known, unknown] = [await ask(email), await ask(`${randomUUID()}@example.com`)];
    const plain = ({ status, headers, body }: typeof known) => [status, [...headers.keys()].sort(), body];
    expect(plain(known)).toEqual(plain(unknown));
  });

  it('is accepted three times a minute for one address', async () => {
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await join({ email })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    instance.moveClock(60_000);
    expect((await join({ email })).status).toBe(200);
  });

  it('accepts an address from its owner’s network, however often strangers name it', async () => {
    const from = async (network: string) =>
      (await instance.ask(calls.joinWaitlist, { email }, { headers: { 'x-forwarded-for': network } })).status;
    for (let turn = 0; turn < 4; turn += 1) await from('198.51.100.7');
    expect([await from('198.51.100.7'), await from('203.0.113.7')]).toEqual([429, 200]);
  });
});

describe('a link from the email', () => {
  it('confirms once', async () => {
    await join({ email });
    const personId = await personOf(email);
    const token = await linkFor(personId, 'confirm_waitlist');
    const first = await instance.ask(calls.confirmWaitlist, { token });
    const second = await instance.ask(calls.confirmWaitlist, { token });
    expect([first.status, first.body]).toEqual([200, {}]);
    expect([second.status, second.body.code]).toEqual([410, 'LinkNotValid']);
    expect(await eventsOf(personId)).toEqual([
      ['WaitlistJoined', {}],
      ['WaitlistConfirmed', {}],
    ]);
  });

  it('confirms the same again to a request whose answer was lost', async () => {
    await join({ email });
    const token = await linkFor(await personOf(email), 'confirm_waitlist');
    const confirm = async (key: string) =>
      (await instance.ask(calls.confirmWaitlist, { token }, { key })).status;
    expect([await confirm('the first key'), await confirm('the first key')]).toEqual([200, 200]);
    expect(await confirm('another key')).toBe(410);
  });

  it('confirms nothing again once its person has left the list', async () => {
    await join({ email });
    const personId = await personOf(email);
    const token = await linkFor(personId, 'confirm_waitlist');
    const confirm = async () => (await instance.ask(calls.confirmWaitlist, { token }, { key: token })).status;
    expect([await confirm(), await confirm()]).toEqual([200, 200]);
    await instance.ask(calls.leaveWaitlist, { token: await linkFor(personId, 'leave_waitlist') });
    expect(await confirm()).toBe(410);
  });

  it('lets people leave, and deletes their data', async () => {
    await join({ email });
    const personId = await personOf(email);
    const token = await linkFor(personId, 'leave_waitlist');
    expect((await instance.ask(calls.leaveWaitlist, { token })).body).toEqual({});
    expect((await instance.ask(calls.leaveWaitlist, { token })).body).toEqual({});
    expect(await eventsOf(personId)).toEqual([
      ['WaitlistJoined', {}],
      ['WaitlistLeft', {}],
    ]);
    expect(await personOf(email)).toBeUndefined();
    expect(
      await instance.services.database.query('SELECT FROM vault.person_key WHERE person_id = $1', [personId]),
    ).toEqual([]);
  });

  it('lets people who have an account leave the list and keep the account', async () => {
    const person = await instance.register();
    await join({ email: person.email });
    const token = await linkFor(person.id, 'leave_waitlist');
    expect((await instance.ask(calls.leaveWaitlist, { token })).status).toBe(200);
    expect(await personOf(person.email)).toBe(person.id);
    expect(
      (await instance.ask(calls.signIn, { email: person.email, password: person.password })).status,
    ).toBe(200);
  });

  it('lets people come back as a new person', async () => {
    await join({ email });
    const before = await personOf(email);
    await instance.ask(calls.leaveWaitlist, { token: await linkFor(before, 'leave_waitlist') });
    await join({ email });
    const after = await personOf(email);
    expect(after).not.toBe(before);
    expect(await eventsOf(after)).toEqual([['WaitlistJoined', {}]]);
  });

  it('is refused when it is made up, cut short, or made for something else', async () => {
    await join({ email });
    const other = await linkFor(await personOf(email), 'leave_waitlist');
    for (const token of ['x'.repeat(43), other]) {
      expect((await instance.ask(calls.confirmWaitlist, { token })).body.code).toBe('LinkNotValid');
    }
    expect((await instance.ask(calls.confirmWaitlist, { token: 'x'.repeat(42) })).status).toBe(400);
  });
});

describe('the log', () => {
  it('contains no names or addresses', () => {
    expect(instance.logLines.length).toBeGreaterThan(50);
    expect(instance.logLines.filter((line) => line.includes('@example.com'))).toEqual([]);
  });
});
