import { type Call, calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  application,
  bank,
  type Customer,
  customerWithAccount,
  eventsOf,
  newCustomer,
  provenFor,
} from '../spec-kit/money.js';

const minute = 60_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const nowhere = '6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11';
const transfer = { amount: '25.00', direction: 'incoming', ach_relationship_id: nowhere };

describe('one person’s requests about their money', () => {
  const ask = (customer: Customer, call: Call, body: object) =>
    instance.ask(call, body, { token: customer.token });
  const askOften = async (customer: Customer, times: number, call: Call, body: object) => {
    const answers = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(await ask(customer, call, body));
    return answers.map(({ status }) => status);
  };

  it('are limited to ten a minute, of all kinds together', async () => {
    const customer = await customerWithAccount(instance);
    instance.moveClock(minute);
    const { id } = (await ask(customer, calls.createAchMethod, bank)).body;
    const proven = await provenFor(instance, customer, '/api/remove_ach_method/');
    await instance.ask(calls.removeAchMethod, { id }, { token: customer.token, headers: proven });
    expect(await askOften(customer, 8, calls.createAchTransfer, transfer)).not.toContain(429);
    const before = await eventsOf(instance, customer);
    for (const [call, body] of [
      [calls.createAchMethod, bank],
      [calls.removeAchMethod, { id }],
      [calls.createAchTransfer, transfer],
      [calls.cancelAchTransfer, { id: nowhere }],
      [calls.createAlpacaAccount, application],
    ] as const) {
      const { status, headers } = await ask(customer, call, body);
      expect([status, Number(headers.get('retry-after'))]).toEqual([429, 60]);
    }
    expect(await eventsOf(instance, customer)).toEqual(before);
    instance.moveClock(minute);
    expect((await ask(customer, calls.createAchMethod, bank)).body.code).toBe('IdentityProofNeeded');
  });

  it('are counted per person', async () => {
    const [ann, bob] = [await newCustomer(instance), await newCustomer(instance)];
    expect(await askOften(ann, 11, calls.cancelAchTransfer, { id: nowhere })).toContain(429);
    expect((await ask(bob, calls.cancelAchTransfer, { id: nowhere })).status).toBe(404);
  });

  it('allow a draft to be saved at every pause in typing, up to a limit', async () => {
    const customer = await newCustomer(instance);
    const statuses = await askOften(customer, 61, calls.saveApplicationDraft, { first_name: 'Ada' });
    expect([statuses.slice(0, 60), statuses.at(-1)]).toEqual([Array.from({ length: 60 }, () => 200), 429]);
  });
});
