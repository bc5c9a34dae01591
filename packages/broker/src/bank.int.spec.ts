import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alreadyLinked } from './bank-links/bank-links.js';
import { applicationOf, bankAccount, customerOf } from './trial/person.js';
import { failure, type RunningSandbox, startSandbox, unhurried, until } from './trial/sandbox.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_TRANSFERS_PER_DAY: '1000' });
});
afterAll(() => sandbox.part.stop());
afterEach(() => sandbox.admin('DELETE', '/faults'));

const stranger = '61e69015-8549-4bfd-b9c3-01e75843f47d';

describe('an account', () => {
  it('is applied for, approved, and found by its address in whatever case', async () => {
    const { accounts } = sandbox.broker();
    const account = await accounts.create(applicationOf('found+tag@example.com'));
    expect(account).toMatchObject({ status: 'SUBMITTED' });
    const active = await until(
      () => accounts.get(account.id),
      ({ status }) => status === 'ACTIVE',
    );
    expect(active.kycResults).toMatchObject({ indeterminate: [], reject: [] });
    expect(await accounts.findByEmail('Found+Tag@Example.com')).toMatchObject({ id: account.id });
    expect(await accounts.findByEmail('nobody@example.com')).toBeUndefined();
  });

  it('that needs documents says which', async () => {
    const { accounts } = sandbox.broker();
    const application = applicationOf('exposed@example.com');
    const disclosures = { ...application.disclosures, isPoliticallyExposed: true };
    const { id } = await accounts.create({ ...application, disclosures });
    const waiting = await until(
      () => accounts.get(id),
      ({ status }) => status === 'ACTION_REQUIRED',
    );
    expect(waiting.kycResults?.indeterminate).toEqual(['PEP']);
  });

  it('is refused with the code and the field, once and for all', async () => {
    const { waits, timing } = unhurried();
    const { accounts } = sandbox.broker({ timing });
    const application = applicationOf('refused@example.com');
    const identity = { ...application.identity, taxId: '666-11-4207' };
    expect(await failure(accounts.create({ ...application, identity }))).toMatchObject({
      kind: 'refused',
      outcome: 'known',
      status: 422,
      code: 40010001,
      words: 'identity.tax_id is invalid',
    });
    await accounts.create(applicationOf('twice@example.com'));
    expect(await failure(accounts.create(applicationOf('twice@example.com')))).toMatchObject({ status: 409 });
    expect(await failure(accounts.get(stranger))).toMatchObject({ status: 401, code: 40110000 });
    expect(waits).toEqual([]);
  });
});

describe('a bank link', () => {
  it('is one at a time, and shows four digits', async () => {
    const { accounts, bankLinks } = sandbox.broker();
    const { id } = await accounts.create(applicationOf('linked@example.com'));
    await until(
      () => accounts.get(id),
      ({ status }) => status === 'ACTIVE',
    );
    const link = await bankLinks.create(id, bankAccount);
    expect(link).toMatchObject({ accountId: id, status: 'QUEUED', accountNumberEnd: '6789' });
    expect(await failure(bankLinks.create(id, bankAccount))).toMatchObject({
      kind: 'refused',
      status: 409,
      code: alreadyLinked,
    });
    await bankLinks.remove(id, link.id);
    // Once more does no harm, so that a removal of unknown outcome may be repeated.
    await bankLinks.remove(id, link.id);
    const next = await bankLinks.create(id, bankAccount);
    expect((await bankLinks.list(id)).map(({ id }) => id)).toEqual([link.id, next.id]);
  });

  it('is refused with the field that is wrong', async () => {
    const broker = sandbox.broker();
    const { account } = await customerOf(broker, 'typo@example.com');
    const wrong = { ...bankAccount, routingNumber: '121000359' };
    expect(await failure(broker.bankLinks.create(account, wrong))).toMatchObject({
      kind: 'refused',
      status: 400,
      words: 'bank_routing_number is invalid',
    });
  });
});

describe('money', () => {
  it('goes in and out, in decimal text, and shows in the cash', async () => {
    const broker = sandbox.broker();
    const { account, link } = await customerOf(broker, 'money@example.com');
    const request = { relationshipId: link, direction: 'INCOMING', amount: '250.00' } as const;
    const made = await broker.transfers.create(account, request);
    expect(made).toMatchObject({
      status: 'QUEUED',
      amount: '250.00',
      direction: 'INCOMING',
      accountId: account,
    });
    const complete = await until(
      () => broker.transfers.get(account, made.id),
      (transfer) => transfer?.status === 'COMPLETE',
    );
    expect(complete?.createdAt).toBeInstanceOf(Date);
    expect(await broker.accounts.trading(account)).toEqual({ id: account, cash: '250.00' });
    expect(await broker.transfers.get(account, stranger)).toBeUndefined();
    const tooMuch = { ...request, direction: 'OUTGOING', amount: '250.01' } as const;
    expect(await failure(broker.transfers.create(account, tooMuch))).toMatchObject({ status: 403 });
  });

  it('can be canceled until it is sent, and not after', async () => {
    const broker = sandbox.broker();
    const { account, link } = await customerOf(broker, 'cancel@example.com');
    await sandbox.admin('PATCH', '/times', { settlement: 60_000 });
    const request = { relationshipId: link, direction: 'INCOMING', amount: '1.00' } as const;
    const { id } = await broker.transfers.create(account, request);
    await broker.transfers.cancel(account, id);
    expect((await broker.transfers.get(account, id))?.status).toBe('CANCELED');
    const other = await broker.transfers.create(account, request);
    await sandbox.admin('PATCH', '/times', { settlement: 0 });
    await until(
      () => broker.transfers.get(account, other.id),
      (transfer) => transfer?.status === 'COMPLETE',
    );
    expect(await failure(broker.transfers.cancel(account, other.id))).toMatchObject({ kind: 'refused' });
    await sandbox.admin('POST', `/transfers/${other.id}/return`, { reason: 'R01 Insufficient Funds' });
    expect(await broker.transfers.get(account, other.id)).toMatchObject({
      status: 'RETURNED',
      reason: 'R01 Insufficient Funds',
    });
    expect((await broker.accounts.trading(account)).cash).toBe('0.00');
  });

  it('is listed over many pages, newest first', async () => {
    const broker = sandbox.broker();
    const { account, link } = await customerOf(broker, 'many@example.com');
    const request = { relationshipId: link, direction: 'INCOMING', amount: '0.01' } as const;
    const made = await Promise.all(
      Array.from({ length: 230 }, () => broker.transfers.create(account, request)),
    );
    const listed = await broker.transfers.list(account);
    expect(listed.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    const times = listed.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });
});
