import { randomUUID } from 'node:crypto';
import { type Call, calls, type ProvenPath } from '@groundswell/contracts';
import { bankingDaysAfter, newYorkDay, tradingDayOf } from '@groundswell/domain/calendar';
import { bankVaultFields } from '@groundswell/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';
import {
  accountOf,
  bank,
  type Customer,
  customerWithAccount,
  customerWithBank,
  eventsOf,
  newCustomer,
  provenFor,
  settle,
  tell,
  untilMorning,
} from '../spec-kit/money.js';

let instance: Instance;
/** A customer with all permissions, whose requests in this file are all refused. */
let rich: { readonly customer: Customer; readonly link: string };
beforeAll(async () => {
  instance = await startInstance({ TRANSFERS_PER_DAY: '2' });
  instance.moveClock(untilMorning());
  rich = await customerWithBank(instance);
});
afterAll(() => instance.stop());

const ask = ({ token }: Customer, call: Call, body: unknown, key?: string) =>
  instance.ask(call, body, { token, ...(key === undefined ? {} : { key }) });
const link = (customer: Customer, body: Readonly<Record<string, unknown>> = bank, key?: string) =>
  ask(customer, calls.createAchMethod, body, key);
/** The same request with a proof of identity for it. */
const askProven = async (customer: Customer, call: Call, path: ProvenPath, body: unknown) =>
  instance.ask(call, body, {
    token: customer.token,
    headers: await provenFor(instance, customer, path),
  });
const transfer = (
  customer: Customer,
  relationship: string,
  amount: unknown,
  direction = 'incoming',
  key?: string,
) => ask(customer, calls.createAchTransfer, { amount, direction, ach_relationship_id: relationship }, key);
const keptOf = (customer: Customer, bankLinkId: string) =>
  instance.services.vault.get(customer.id, Object.values(bankVaultFields(bankLinkId)));
const typesOf = async (customer: Customer) => (await eventsOf(instance, customer)).map(({ type }) => type);

describe('linking a bank account', () => {
  it('records its type and last digits, and keeps the numbers in the vault alone', async () => {
    const customer = await customerWithAccount(instance);
    const { status, body } = await link(customer, { ...bank, bank_account_type: 'Savings' }, randomUUID());
    expect(status).toBe(200);
    const event = (await eventsOf(instance, customer)).at(-1);
    expect(event).toMatchObject({
      type: 'BankLinkRequested',
      data: { bankLinkId: body.id, accountType: 'savings', ending: '6789', replaces: null },
    });
    const fields = bankVaultFields(body.id);
    expect(await keptOf(customer, body.id)).toEqual({
      [fields.ownerName]: 'Ada Okafor',
      [fields.accountNumber]: '000123456789',
      [fields.routingNumber]: '121000358',
    });
    for (const trace of [JSON.stringify([event?.data, event?.metadata]), ...instance.logLines]) {
      expect(trace).not.toMatch(/123456789|121000358|Okafor/);
    }
  });

  it.each(Object.keys(bank))('needs %s', async (field) => {
    const { [field]: _left, ...rest } = bank as Record<string, unknown>;
    const { status, body } = await link(rich.customer, rest);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  it.each([
    ['bank_routing_number', '121000359'],
    ['bank_routing_number', '000000000'],
    ['bank_account_number', '12a4'],
    ['bank_account_type', 'crypto'],
  ])('refuses %s of %s', async (field, value) => {
    const { status, body } = await link(rich.customer, { ...bank, [field]: value });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  it('is refused before the account is active, and leaves nothing behind', async () => {
    const customer = await newCustomer(instance);
    const { status, body } = await link(customer);
    expect([status, body.code]).toEqual([422, 'TradingAccountNotReady']);
    const rows = await instance.services.database.query(
      `SELECT FROM vault.personal_value WHERE person_id = $1 AND field LIKE 'bank.%'`,
      [customer.id],
    );
    expect(rows).toHaveLength(0);
  });

  it('allows one bank at a time; a new one replaces the old one, whose numbers are deleted', async () => {
    const customer = await customerWithAccount(instance);
    const { body: first } = await link(customer);
    expect((await link(customer)).body.code).toBe('BankLinkExists');
    const { status, body: second } = await askProven(
      customer,
      calls.createAchMethod,
      '/api/create_ach_method/',
      { ...bank, id: first.id },
    );
    expect(status).toBe(200);
    expect((await typesOf(customer)).slice(-3)).toEqual([
      'BankLinkRequested',
      'BankLinkRemoved',
      'WithdrawalsHeld',
    ]);
    expect(Object.keys(await keptOf(customer, first.id))).toEqual([bankVaultFields(first.id).ownerName]);
    expect(Object.keys(await keptOf(customer, second.id))).toHaveLength(3);
  });

  it('happens once under one key, and not with another number', async () => {
    const customer = await customerWithAccount(instance);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 3 }, () => link(customer, bank, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const other = await link(customer, { ...bank, bank_account_number: '000123456780' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'IdempotencyKeyReused']);
    expect((await accountOf(instance, customer)).bankLinks.size).toBe(1);
  });

  it('can be undone at once before it was sent to the broker', async () => {
    const customer = await customerWithAccount(instance);
    const key = randomUUID();
    const { body } = await link(customer, bank, key);
    const removal = await askProven(customer, calls.removeAchMethod, '/api/remove_ach_method/', {
      id: body.id,
    });
    expect(removal.status).toBe(200);
    expect((await typesOf(customer)).at(-1)).toBe('BankLinkRemoved');
    expect((await link(customer, bank, key)).body.id).toBe(body.id);
    expect(Object.keys(await keptOf(customer, body.id))).toEqual([bankVaultFields(body.id).ownerName]);
  });

  it('cannot be undone while a transfer through it is pending', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    await transfer(customer, bankLink, '10.00');
    const removal = await ask(customer, calls.removeAchMethod, { id: bankLink });
    expect([removal.status, removal.body.code]).toEqual([422, 'BankLinkInUse']);
    expect((await link(customer, { ...bank, id: bankLink })).body.code).toBe('BankLinkInUse');
  });
});

describe('asking for a transfer', () => {
  it('records amount, direction and bank exactly, and when it should arrive', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    const { status, body } = await transfer(customer, bankLink, '$1,250.5');
    expect(status).toBe(200);
    const event = (await eventsOf(instance, customer)).at(-1);
    expect(event).toMatchObject({
      type: 'TransferRequested',
      data: { transferId: body.id, bankLinkId: bankLink, direction: 'incoming', amount: '1250.50' },
    });
    const data = event?.type === 'TransferRequested' ? event.data : undefined;
    const asked = new Date(event?.metadata.occurredAt ?? '');
    expect(data?.tradingDay).toBe(tradingDayOf(asked));
    expect((data?.expectedOn ?? '') >= bankingDaysAfter(newYorkDay(asked), 3)).toBe(true);
  });

  it.each([
    ['amount', { amount: undefined }],
    ['amount', { amount: 'much' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: -5 }],
    ['amount', { amount: '1.234' }],
    ['direction', { direction: undefined }],
    ['direction', { direction: 'sideways' }],
    ['ach_relationship_id', { ach_relationship_id: undefined }],
  ])('is refused for its %s: %o', async (field, change) => {
    const body = { amount: '10.00', direction: 'incoming', ach_relationship_id: rich.link, ...change };
    const answer = await ask(rich.customer, calls.createAchTransfer, body);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });

  it('is refused before the bank is approved', async () => {
    const customer = await customerWithAccount(instance);
    const { body } = await link(customer);
    const answer = await transfer(customer, body.id, '10.00');
    expect([answer.status, answer.body.code]).toEqual([422, 'BankLinkNotReady']);
  });

  it('is at most $50,000 a day, and as many a day as the configuration says', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    expect((await transfer(customer, bankLink, '50000.01')).body.code).toBe('TransferLimitExceeded');
    expect((await transfer(customer, bankLink, '49999')).status).toBe(200);
    const beyond = await transfer(customer, bankLink, '1.01');
    expect(beyond.body).toMatchObject({
      code: 'TransferLimitExceeded',
      error: expect.stringContaining('you have $1.00 left'),
    });
    expect((await transfer(customer, bankLink, '0.50')).status).toBe(200);
    expect((await transfer(customer, bankLink, '0.50')).body.code).toBe('TransferDayTaken');
  });

  it('withdraws no more than the balance, however many requests come at once', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    expect((await transfer(customer, bankLink, '1', 'outgoing')).body.code).toBe('CashInsufficient');
    const deposit = await transfer(customer, bankLink, '250.00');
    await settle(instance, customer, deposit.body.id);
    const answers = await Promise.all(
      ['250.00', '249.99', '125.01'].map((amount) => transfer(customer, bankLink, amount, 'outgoing')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const { transfers } = await accountOf(instance, customer);
    expect([...transfers.values()].filter(({ direction }) => direction === 'outgoing')).toHaveLength(1);
  });

  it('is one transfer for a double click, a retry and two tabs with the same key', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    const key = randomUUID();
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => transfer(customer, bankLink, '25.00', 'incoming', key)),
    );
    const retry = await transfer(customer, bankLink, '25.00', 'incoming', key);
    expect(new Set([...clicks, retry].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await accountOf(instance, customer)).transfers.size).toBe(1);
    for (const [amount, direction] of [
      ['25.01', 'incoming'],
      ['25.00', 'outgoing'],
    ] as const) {
      const other = await transfer(customer, bankLink, amount, direction, key);
      expect([other.status, other.body.code]).toEqual([422, 'IdempotencyKeyReused']);
    }
    expect((await accountOf(instance, customer)).transfers.size).toBe(1);
  });
});

describe('canceling a transfer', () => {
  it('happens at once before the broker has it, needs the broker afterwards, and is refused once it is too late', async () => {
    const { customer, link: bankLink } = await customerWithBank(instance);
    const cancel = (id: string) => ask(customer, calls.cancelAchTransfer, { id });
    const { body: first } = await transfer(customer, bankLink, '10.00');
    expect((await cancel(first.id)).status).toBe(200);
    expect((await cancel(first.id)).status).toBe(200);
    expect((await accountOf(instance, customer)).transfers.get(first.id)?.status).toBe('canceled');

    const { body: second } = await transfer(customer, bankLink, '20.00');
    await tell(
      instance,
      customer,
      { type: 'StartTransferSubmission', transferId: second.id, attempt: 1 },
      {
        type: 'RecordTransferAccepted',
        transferId: second.id,
        brokerTransferId: randomUUID(),
        status: 'QUEUED',
      },
    );
    expect((await cancel(second.id)).status).toBe(200);
    expect((await typesOf(customer)).at(-1)).toBe('TransferCancellationRequested');

    await tell(instance, customer, {
      type: 'ReportTransferStatus',
      transferId: second.id,
      status: 'SENT_TO_CLEARING',
      reason: null,
      heldUntil: null,
    });
    const late = await cancel(second.id);
    expect([late.status, late.body.code]).toEqual([422, 'TransferNotCancelable']);
  });
});
