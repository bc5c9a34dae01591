import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../server.js';
import { Trial } from '../trial/trial.js';

let trial: Trial;
afterEach(() => trial.close());

const settlement = 3_000;
const begin = async (options: Partial<SandboxOptions> & { start?: string } = {}, accountNumber?: string) => {
  trial = new Trial({ times: { settlement }, ...options });
  const account = await trial.openAccount();
  const link = await trial.link(account, accountNumber);
  return { account, link };
};

describe('limits', () => {
  it('are one transfer in each direction and trading day', async () => {
    const { account, link } = await begin({ times: {} });
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(200);
    expect(await trial.transfer(account, link, 'INCOMING', '10')).toEqual({
      status: 422,
      body: {
        code: 42210000,
        message: 'maximum number of ACH transfers allowed is 1 per trading day in each direction',
      },
    });
    await trial.pass(0);
    expect((await trial.transfer(account, link, 'OUTGOING', '1')).status).toBe(200);
    expect((await trial.transfer(account, link, 'OUTGOING', '1')).status).toBe(422);
  });

  it.each([
    ['2026-11-20T20:59:59Z', '2026-11-20T21:00:00Z', 'Friday before and after the close'],
    ['2026-11-24T15:00:00Z', '2026-11-25T15:00:00Z', 'Tuesday and Wednesday'],
  ])('start again with the next trading day: %s and %s (%s)', async (first, second) => {
    const { account, link } = await begin({ start: first });
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(200);
    trial.setClock(second);
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(200);
  });

  it.each([
    ['2026-11-20T21:00:00Z', '2026-11-23T20:00:00Z', 'Friday evening and Monday'],
    ['2026-11-26T15:00:00Z', '2026-11-27T17:00:00Z', 'Thanksgiving and the half day after it'],
  ])('do not start again at a weekend or on a holiday: %s and %s (%s)', async (first, second) => {
    const { account, link } = await begin({ start: first });
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(200);
    trial.setClock(second);
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(422);
  });

  it('are $50,000 a trading day, in both directions together', async () => {
    const { account, link } = await begin({ times: {} });
    const refused = {
      status: 400,
      body: { code: 40010001, message: 'maximum total daily transfer allowed is $50000' },
    };
    expect(await trial.transfer(account, link, 'INCOMING', '50000.01')).toEqual(refused);
    expect((await trial.transfer(account, link, 'INCOMING', '49999')).status).toBe(200);
    await trial.pass(0);
    expect(await trial.transfer(account, link, 'OUTGOING', '1.01')).toEqual(refused);
    expect((await trial.transfer(account, link, 'OUTGOING', '1')).status).toBe(200);
  });
});

describe('an invalid transfer', () => {
  it.each([
    [{ amount: '0' }, 'amount must be greater than 0.00'],
    [{ amount: '-5' }, 'amount must be greater than 0.00'],
    [{ amount: '1.234' }, 'amount must be greater than 0.00'],
    [{ amount: 'ten' }, 'amount must be greater than 0.00'],
    [{ direction: 'SIDEWAYS' }, 'direction must be either incoming or outgoing'],
    [{ transfer_type: 'pigeon' }, 'transfer_type must be either ach or wire'],
    [{ transfer_type: 'wire' }, 'cannot submit incoming wire transfer using this API'],
    [{ transfer_type: 'wire', direction: 'OUTGOING' }, 'bank_id required for wire transfer'],
    [{ bank_id: '61e69015-8549-4bfd-b9c3-01e75843f47d' }, 'bank_id should be empty for ach transfer'],
    [{ relationship_id: undefined }, 'invalid relationship_id'],
    [{ relationship_id: '61e69015-8549-4bfd-b9c3-01e75843f47d' }, 'invalid relationship_id'],
    [
      { additional_information: 'x' },
      'only wire transfer type can provide additional information for the transfer',
    ],
    [{ amount: undefined }, 'amount is required'],
  ])('is refused: %j', async (change, message) => {
    const { account, link } = await begin();
    const body = { transfer_type: 'ach', relationship_id: link, direction: 'INCOMING', amount: '10' };
    const refused = await trial.call('POST', `/v1/accounts/${account}/transfers`, { ...body, ...change });
    expect(refused).toEqual({ status: 422, body: { code: 40010001, message } });
    expect(await trial.transfersOf(account)).toEqual([]);
  });

  it('is refused through someone else’s link, and through a deleted one', async () => {
    const { account, link } = await begin();
    const other = await trial.openAccount('grace@example.com');
    expect((await trial.transfer(other, link, 'INCOMING', '10')).body.message).toBe(
      'invalid relationship_id',
    );
    await trial.call('DELETE', `/v1/accounts/${account}/ach_relationships/${link}`);
    expect((await trial.transfer(account, link, 'INCOMING', '10')).status).toBe(422);
  });

  it.each([
    [{ transfers_blocked: true }, 'INCOMING', 'deposits'],
    [{ incoming_transfers_blocked: true }, 'INCOMING', 'deposits'],
    [{ outgoing_transfers_blocked: true }, 'OUTGOING', 'withdrawals'],
    [{ status: 'ACCOUNT_CLOSED' }, 'OUTGOING', 'withdrawals'],
  ])('is refused when the account is %j', async (change, direction, what) => {
    const { account, link } = await begin();
    await trial.call('PATCH', `/admin/accounts/${account}`, change);
    expect(await trial.transfer(account, link, direction, '10')).toEqual({
      status: 403,
      body: { code: 40310000, message: `${what} are not permitted for this account` },
    });
  });
});
