import { type Call, calls } from '@groundswell/contracts';
import { applicationVaultFields, bankVaultFields } from '@groundswell/domain/money';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  application,
  bank,
  type Customer,
  customerWithAccount,
  eventsOf,
  newCustomer,
} from '../spec-kit/money.js';
import { referredTo } from './referred-to.js';

const hour = 3_600_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => instance.stop());

/** Simulates a process or database failure right after the event is in the log. */
const askAndBreakOff = async ({ token }: Customer, call: Call, body: object): Promise<void> => {
  vi.spyOn(instance.services.vault, 'keep').mockRejectedValueOnce(new Error('the lights went out'));
  expect((await instance.ask(call, body, { token })).status).toBe(500);
};

/** Simulates an outage of hours, then runs housekeeping. */
const sweepHoursLater = async (): Promise<void> => {
  instance.moveClock(3 * hour);
  const { vault, eventStore } = instance.services;
  await vault.settleTrials(referredTo(eventStore));
  await vault.removeExpired();
};

const kept = async ({ id }: Customer, ...fields: readonly string[]) =>
  Object.keys(await instance.services.vault.get(id, fields));

describe('data of a command whose process died after the event', () => {
  it('is kept, and workers find it hours later: an application', async () => {
    const customer = await newCustomer(instance);
    await askAndBreakOff(customer, calls.createAlpacaAccount, application);
    const [event] = await eventsOf(instance, customer);
    const applicationId = event?.type === 'TradingAccountRequested' ? event.data.applicationId : 'none';
    const { answers, agreement, ssn } = applicationVaultFields(applicationId);
    instance.moveClock(3 * hour);
    expect(await kept(customer, answers, agreement, ssn)).toHaveLength(3);
    await sweepHoursLater();
    expect(await kept(customer, answers, agreement, ssn)).toHaveLength(3);
    instance.moveClock(7 * 24 * hour);
    expect(await kept(customer, answers, agreement, ssn)).not.toContain(ssn);
    expect(await kept(customer, answers, agreement)).toHaveLength(2);
  });

  it('is kept: bank account numbers', async () => {
    const customer = await customerWithAccount(instance);
    await askAndBreakOff(customer, calls.createAchMethod, bank);
    const event = (await eventsOf(instance, customer)).at(-1);
    const bankLinkId = event?.type === 'BankLinkRequested' ? event.data.bankLinkId : 'none';
    const { ownerName, accountNumber, routingNumber } = bankVaultFields(bankLinkId);
    await sweepHoursLater();
    expect(await kept(customer, ownerName, accountNumber, routingNumber)).toHaveLength(3);
  });
});

describe('data of a command that led to no event', () => {
  it('is deleted, whatever else the log holds about the person', async () => {
    const customer = await customerWithAccount(instance);
    const { answers, ssn } = applicationVaultFields('never-asked-for');
    const values = { [answers]: { value: '{}' }, [ssn]: { value: '536228726' } };
    await instance.services.vault.putOnce(customer.id, values, { trialUntil: new Date() });
    await sweepHoursLater();
    expect(await kept(customer, answers, ssn)).toEqual([]);
    expect(await referredTo(instance.services.eventStore)(customer.id, [answers, ssn])).toEqual([]);
  });
});
