import { type Call, calls, serviceOf, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from './spec-kit/instance.js';
import { application, bank, type Customer, customerWithBank } from './spec-kit/money.js';

const ours: [string, Call][] = Object.entries(calls).filter(
  ([, call]) => serviceOf(call) === 'command-service' && call.access === 'user' && call.body,
);

let instance: Instance;
let ann: Customer;
let bob: Customer;
/** Each call as bob would make it, with ids of ann's data wherever it takes one. */
let inBobsWords: Readonly<Record<string, object>>;

beforeAll(async () => {
  instance = await startInstance();
  const [annsBank, bobsBank] = [await customerWithBank(instance), await customerWithBank(instance)];
  ann = annsBank.customer;
  bob = bobsBank.customer;
  const { link } = annsBank;
  const deposit = { amount: '25.00', direction: 'incoming', ach_relationship_id: link };
  const transfer = (await instance.ask(calls.createAchTransfer, deposit, { token: ann.token })).body.id;
  const [annsSession] = await instance.services.sessions.listOf(ann.id);
  inBobsWords = {
    changePassword: { password: 'a long enough password' },
    requestEmailChange: { email: 'somebody@example.com' },
    endSession: { id: annsSession?.sessionId },
    endOtherSessions: {},
    setUpSecondFactor: { password: 'a password' },
    turnOnSecondFactor: { code: '000000' },
    renewRecoveryCodes: { code: '000000' },
    turnOffSecondFactor: { code: '000000' },
    proveSecondFactor: { code: '000000' },
    proveIdentity: { for: '/api/remove_ach_method/', password: 'a password' },
    linkGoogle: { access_token: 'a token of Google', password: 'a password' },
    unlinkGoogle: {},
    createAlpacaAccount: { ...application, first_name: 'Bob' },
    saveApplicationDraft: { first_name: 'Bob' },
    createAchMethod: { ...bank, bank_account_number: '000987654321', id: link },
    removeAchMethod: { id: link },
    createAchTransfer: deposit,
    cancelAchTransfer: { id: transfer },
  };
});
afterAll(() => instance.stop());

/** Everything that the log and the vault hold about a person. */
const everythingOf = async ({ id }: Customer) => {
  const streams = (['user', 'waitlist', 'tradingAccount'] as const).map((category) => streamOf(category, id));
  const [sessions, values, ...histories] = await Promise.all([
    instance.services.sessions.listOf(id),
    instance.services.database.query(
      'SELECT * FROM vault.personal_value WHERE person_id = $1 ORDER BY field',
      [id],
    ),
    ...streams.map(async (stream) => (await instance.services.eventStore.readStream(stream)).events),
  ]);
  return { sessions, values, histories };
};
const namesSomething = (words: object) =>
  Object.keys(words).some((key) => key === 'id' || key.endsWith('_id'));

describe('a call of a person who is signed in', () => {
  it('is tried here with another person’s ids: a new call must add its case', () => {
    expect(Object.keys(inBobsWords).toSorted()).toEqual(ours.map(([name]) => name).toSorted());
  });

  it.each(ours)('%s reaches nothing of another person', async (name, call) => {
    const words = inBobsWords[name] ?? {};
    const before = await everythingOf(ann);
    expect(before.values.length).toBeGreaterThan(3);

    const answer = await instance.ask(call, words, { token: bob.token });

    expect(await everythingOf(ann)).toEqual(before);
    expect(answer.body.code).not.toBe('InvalidRequest');
    if (namesSomething(words))
      expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/NotFound$/)]);
  });
});
