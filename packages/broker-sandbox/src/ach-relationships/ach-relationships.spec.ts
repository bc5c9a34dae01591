import { afterEach, describe, expect, it } from 'vitest';
import { bankAccount } from '../trial/application.js';
import { Trial } from '../trial/trial.js';

let trial: Trial;
afterEach(() => trial.close());

const path = (accountId: string) => `/v1/accounts/${accountId}/ach_relationships`;

describe('linking a bank account', () => {
  it('is queued, then approved, with an event for each', async () => {
    trial = new Trial({ times: { linking: 5_000 } });
    const account = await trial.openAccount();
    const { status, body } = await trial.call('POST', path(account), bankAccount());
    expect(status).toBe(200);
    expect(body).toMatchObject({ account_id: account, status: 'QUEUED', account_owner_name: 'Ada Byron' });
    await trial.pass(5_000);
    expect(await trial.list(path(account))).toMatchObject([{ id: body.id, status: 'APPROVED' }]);
    const events = await trial.history('/v2/events/funding/status');
    expect(events).toMatchObject([
      { entity_type: 'BankRelationship', entity_id: body.id, status_from: null, status_to: 'QUEUED' },
      { entity_type: 'BankRelationship', entity_id: body.id, status_from: 'QUEUED', status_to: 'APPROVED' },
    ]);
  });

  it('keeps and shows no more than the last four digits', async () => {
    trial = new Trial();
    const account = await trial.openAccount();
    const { body } = await trial.call('POST', path(account), bankAccount('000123456789'));
    expect(body.bank_account_number).toBe('XXXXXXXX6789');
    expect(JSON.stringify(await trial.list(path(account)))).not.toContain('23456789');
  });

  it('is allowed once: 409 while a relationship is queued or approved, and again after it was deleted', async () => {
    trial = new Trial({ times: { linking: 1_000 } });
    const account = await trial.openAccount();
    const first = (await trial.call('POST', path(account), bankAccount())).body.id;
    const refused = {
      status: 409,
      body: { code: 40910000, message: 'only one active ach relationship allowed' },
    };
    expect(await trial.call('POST', path(account), bankAccount())).toEqual(refused);
    await trial.pass(1_000);
    expect(await trial.call('POST', path(account), bankAccount())).toEqual(refused);
    expect((await trial.call('DELETE', `${path(account)}/${first}`)).status).toBe(204);
    const second = await trial.call('POST', path(account), bankAccount());
    expect(second.status).toBe(200);
    expect(await trial.list(`${path(account)}?statuses=QUEUED,APPROVED`)).toMatchObject([
      { id: second.body.id },
    ]);
    expect(await trial.list(`${path(account)}?statuses=CANCEL_REQUESTED`)).toMatchObject([{ id: first }]);
  });

  it('is also deleted by a request with a JSON content type and no body', async () => {
    trial = new Trial();
    const account = await trial.openAccount();
    const link = await trial.link(account);
    const deleted = await trial.server.inject({
      method: 'DELETE',
      url: `${path(account)}/${link}`,
      headers: {
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
        'content-type': 'application/json',
      },
    });
    expect(deleted.statusCode).toBe(204);
    const broken = await trial.server.inject({
      method: 'POST',
      url: path(account),
      headers: {
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: '{"half":',
    });
    expect([broken.statusCode, broken.json().message]).toEqual([400, 'request body format is invalid']);
  });

  it('reports the end of a deleted one by events', async () => {
    trial = new Trial();
    const account = await trial.openAccount();
    const link = await trial.link(account);
    await trial.call('DELETE', `${path(account)}/${link}`);
    await trial.pass(0);
    const events = await trial.history('/v2/events/funding/status');
    expect(events.map(({ status_to }) => status_to)).toEqual([
      'QUEUED',
      'APPROVED',
      'CANCEL_REQUESTED',
      'CANCELED',
    ]);
    expect((await trial.call('DELETE', `${path(account)}/${link}`)).status).toBe(404);
  });

  it('stays when its deletion failed, and blocks another one', async () => {
    trial = new Trial({ times: { linking: 60_000 } });
    const account = await trial.openAccount();
    const link = await trial.link(account);
    const fail = () =>
      trial.call('POST', `/admin/ach_relationships/${link}/status`, {
        status: 'CANCEL_FAILED',
        reason: 'the bank is away',
      });
    expect((await fail()).status).toBe(409);
    await trial.call('DELETE', `${path(account)}/${link}`);
    expect((await fail()).status).toBe(204);
    expect((await trial.call('POST', path(account), bankAccount())).status).toBe(409);
    expect((await trial.history('/v2/events/funding/status')).at(-1)).toMatchObject({
      status_from: 'CANCEL_REQUESTED',
      status_to: 'CANCEL_FAILED',
      reason: 'the bank is away',
    });
    expect((await trial.call('DELETE', `${path(account)}/${link}`)).status).toBe(204);
    expect((await trial.call('POST', path(account), bankAccount())).status).toBe(200);
  });

  it('may be refused by the bank, with its reason in the event', async () => {
    trial = new Trial();
    const account = await trial.openAccount();
    await trial.link(account, '5550009990');
    expect(await trial.list(path(account))).toMatchObject([{ status: 'REJECTED' }]);
    const events = await trial.history('/v2/events/funding/status');
    expect(events.at(-1)).toMatchObject({
      status_to: 'REJECTED',
      reason: expect.stringContaining('owner name'),
    });
    // A refused one is not active: another may follow.
    expect((await trial.call('POST', path(account), bankAccount())).status).toBe(200);
  });

  it.each([
    [{ bank_routing_number: '121000359' }, 'bank_routing_number is invalid'],
    [{ bank_routing_number: '000000000' }, 'bank_routing_number is invalid'],
    [{ bank_routing_number: '500000005' }, 'bank_routing_number is invalid'],
    [{ bank_routing_number: '12100035' }, 'bank_routing_number is invalid'],
    [{ bank_account_number: '123' }, 'bank_account_number is invalid'],
    [{ bank_account_number: '1234 5678' }, 'bank_account_number is invalid'],
    [{ bank_account_type: 'checking' }, 'bank_account_type is not a valid value'],
    [{ account_owner_name: undefined }, 'account_owner_name is required'],
  ])('refuses %j', async (change, message) => {
    trial = new Trial();
    const account = await trial.openAccount();
    const refused = await trial.call('POST', path(account), { ...bankAccount(), ...change });
    expect(refused).toEqual({ status: 400, body: { code: 40010001, message } });
    expect(await trial.list(path(account))).toEqual([]);
  });

  it('is refused until the account is active', async () => {
    trial = new Trial({ times: { review: 1_000 } });
    const account = await trial.openAccount();
    expect(await trial.call('POST', path(account), bankAccount())).toMatchObject({
      status: 400,
      body: { message: 'account must be active' },
    });
  });

  it('distinguishes bad ids from unknown ones, and never reaches into another account', async () => {
    trial = new Trial();
    const account = await trial.openAccount();
    const other = await trial.openAccount('grace@example.com');
    const link = await trial.link(other);
    expect((await trial.call('DELETE', `${path(account)}/seven`)).status).toBe(400);
    expect((await trial.call('DELETE', `${path(account)}/${link}`)).status).toBe(404);
    expect((await trial.call('DELETE', `${path(other)}/${link}`, undefined, 'stranger')).status).toBe(401);
    expect(await trial.list(`${path(other)}?statuses=APPROVED`)).toHaveLength(1);
  });
});
