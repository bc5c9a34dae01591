import { randomUUID } from 'node:crypto';
import { calls, headers } from '@groundswell/contracts';
import type { MoneyInstance } from '../money/instance.js';
import { Person } from '../money/person.js';
import type { PersonPlan } from '../money/plan.js';
import { actAtOnce, addressOf, post } from './load.js';

const customer: PersonPlan = { ssn: '536228726', accountNumber: '000123456789', steps: [], opening: [] };

/** People with an open account, a linked bank and their first deposit. */
export const openCustomers = async (instance: MoneyInstance, count: number): Promise<Person[]> => {
  const people = Array.from({ length: count }, () => new Person(instance, customer, () => undefined));
  await actAtOnce(people.length, 8, async (index) => people[index]?.open());
  return people;
};

/** One transfer of a cent, in. @returns its id */
export const transferCent = async (
  instance: MoneyInstance,
  people: readonly Person[],
  index: number,
): Promise<string> => {
  const person = people[index % people.length] as Person;
  const answer = await post({
    from: addressOf(index % people.length),
    url: `${instance.commandUrls[0]}${calls.createAchTransfer.path}`,
    headers: { authorization: `Bearer ${person.token}`, [headers.idempotencyKey]: randomUUID() },
    body: person.bodyOf('incoming', '0.01'),
  });
  return String(answer.id);
};
