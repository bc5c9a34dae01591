import { randomUUID } from 'node:crypto';
import { type Call, calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  accountOf,
  bank,
  type Customer,
  customerWithBank,
  eventsOf,
  newCustomer,
  untilMorning,
} from '../spec-kit/money.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
  instance.moveClock(untilMorning());
});
afterAll(() => instance.stop());

const ask = ({ token }: Customer, call: Call, body: unknown, key?: string) =>
  instance.ask(call, body, { token, ...(key === undefined ? {} : { key }) });
const transfer = (customer: Customer, relationship: string, amount: string, key?: string) =>
  ask(
    customer,
    calls.createAchTransfer,
    { amount, direction: 'incoming', ach_relationship_id: relationship },
    key,
  );

describe('what belongs to another person', () => {
  let owner: { readonly customer: Customer; readonly link: string; readonly transfer: string };
  let newcomer: Customer;
  let rich: Customer;
  beforeAll(async () => {
    const someone = await customerWithBank(instance);
    const { body } = await transfer(someone.customer, someone.link, '10.00');
    owner = { ...someone, transfer: body.id };
    newcomer = await newCustomer(instance);
    rich = (await customerWithBank(instance)).customer;
  });

  it.each<[string, Call, 'link' | 'transfer', (id: string) => object, string]>([
    ['a bank link to remove', calls.removeAchMethod, 'link', (id) => ({ id }), 'BankLinkNotFound'],
    ['a bank link to replace', calls.createAchMethod, 'link', (id) => ({ ...bank, id }), 'BankLinkNotFound'],
    [
      'a bank link to move money over',
      calls.createAchTransfer,
      'link',
      (id) => ({ amount: '1.00', direction: 'incoming', ach_relationship_id: id }),
      'BankLinkNotFound',
    ],
    ['a transfer to call off', calls.cancelAchTransfer, 'transfer', (id) => ({ id }), 'TransferNotFound'],
  ])('does not exist: %s', async (_what, call, kind, bodyOf, code) => {
    const id = kind === 'link' ? owner.link : owner.transfer;
    const before = await eventsOf(instance, owner.customer);
    for (const stranger of [rich, newcomer]) {
      const untouched = await eventsOf(instance, stranger);
      const answer = await ask(stranger, call, bodyOf(id));
      const unknown = await ask(stranger, call, bodyOf(randomUUID()));
      expect([answer.status, answer.body.code]).toEqual([404, code]);
      // The response does not reveal whether it exists.
      expect({ ...answer.body, correlation_id: '' }).toEqual({ ...unknown.body, correlation_id: '' });
      expect(await eventsOf(instance, stranger)).toEqual(untouched);
    }
    expect(await eventsOf(instance, owner.customer)).toEqual(before);
  });

  it('is never the answer to the same key from someone else', async () => {
    const [one, other] = [await customerWithBank(instance), await customerWithBank(instance)];
    const key = randomUUID();
    const first = await transfer(one.customer, one.link, '10.00', key);
    const second = await transfer(other.customer, other.link, '10.00', key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await accountOf(instance, other.customer)).transfers.has(second.body.id)).toBe(true);
  });
});
