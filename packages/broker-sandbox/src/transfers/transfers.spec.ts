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

const statusOf = async (account: string, id: unknown) =>
  (await trial.transfersOf(account)).find((transfer) => transfer.id === id)?.status;

const cash = async (account: string) => {
  const { cash, cash_withdrawable, cash_transferable, pending_transfer_out, buying_power } =
    await trial.tradingAccount(account);
  return { cash, cash_withdrawable, cash_transferable, pending_transfer_out, buying_power };
};

describe('a pending transfer', () => {
  it('goes through its statuses in order, and becomes cash when complete', async () => {
    const { account, link } = await begin();
    const { status, body } = await trial.transfer(account, link, 'INCOMING', '250.00');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'QUEUED', amount: '250', type: 'ach', relationship_id: link });
    const seen = [];
    for (let step = 0; step < 3; step += 1) {
      expect((await cash(account)).cash).toBe('0');
      await trial.pass(settlement / 3);
      seen.push(await statusOf(account, body.id));
    }
    expect(seen).toEqual(['PENDING', 'SENT_TO_CLEARING', 'COMPLETE']);
    expect(await cash(account)).toEqual({
      cash: '250',
      cash_withdrawable: '250',
      cash_transferable: '250',
      pending_transfer_out: '0',
      buying_power: '250',
    });
    const events = await trial.history('/v2/events/funding/status');
    expect(events.filter(({ entity_type: type }) => type === 'Transfer')).toMatchObject([
      { status_from: null, status_to: 'QUEUED' },
      { status_from: 'QUEUED', status_to: 'SENT_TO_CLEARING' },
      { status_from: 'SENT_TO_CLEARING', status_to: 'COMPLETE' },
    ]);
  });

  it('waits for its bank, and is rejected when the bank refuses', async () => {
    trial = new Trial({ times: { linking: 60_000 } });
    const account = await trial.openAccount();
    const link = await trial.link(account);
    const { body } = await trial.transfer(account, link, 'INCOMING', '10');
    await trial.pass(59_999);
    expect(await statusOf(account, body.id)).toBe('QUEUED');
    await trial.pass(1);
    expect(await statusOf(account, body.id)).toBe('COMPLETE');

    const refused = await trial.openAccount('grace@example.com');
    const badLink = await trial.link(refused, '5550009990');
    const doomed = await trial.transfer(refused, badLink, 'INCOMING', '10');
    await trial.pass(60_000);
    expect(await trial.transfersOf(refused)).toMatchObject([
      { id: doomed.body.id, status: 'REJECTED', reason: 'the bank relationship is no longer active' },
    ]);
  });

  it('is first reviewed by a person when it is large', async () => {
    const { account, link } = await begin();
    const { body } = await trial.transfer(account, link, 'INCOMING', '25000');
    await trial.pass(settlement / 3);
    expect(await statusOf(account, body.id)).toBe('APPROVAL_PENDING');
  });

  it('can be canceled until it is sent, and not after', async () => {
    const { account, link } = await begin();
    const first = (await trial.transfer(account, link, 'INCOMING', '10')).body.id;
    const url = `/v1/accounts/${account}/transfers`;
    await trial.pass(settlement / 3);
    expect((await trial.call('DELETE', `${url}/${first}`)).status).toBe(200);
    expect(await statusOf(account, first)).toBe('CANCELED');
    // What was canceled takes up no limit.
    const second = (await trial.transfer(account, link, 'INCOMING', '10')).body.id;
    await trial.pass(settlement / 3);
    await trial.pass(settlement / 3);
    expect(await trial.call('DELETE', `${url}/${second}`)).toMatchObject({ status: 422 });
    expect((await trial.call('DELETE', `${url}/61e69015-8549-4bfd-b9c3-01e75843f47d`)).status).toBe(404);
    expect((await trial.call('DELETE', `${url}/one`)).status).toBe(400);
    await trial.pass(settlement);
    expect((await cash(account)).cash).toBe('10');
  });
});

describe('a withdrawal', () => {
  const funded = async (options: Partial<SandboxOptions> = {}) => {
    const found = await begin(options);
    await trial.transfer(found.account, found.link, 'INCOMING', '250');
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    return found;
  };

  it('is held from what can be withdrawn at once, and leaves the cash when complete', async () => {
    const { account, link } = await funded();
    await trial.transfer(account, link, 'OUTGOING', '100.50');
    expect(await cash(account)).toEqual({
      cash: '250',
      cash_withdrawable: '149.5',
      cash_transferable: '149.5',
      pending_transfer_out: '100.5',
      buying_power: '149.5',
    });
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    expect(await cash(account)).toMatchObject({ cash: '149.5', pending_transfer_out: '0' });
  });

  it('of more than can be withdrawn is refused', async () => {
    const { account, link } = await funded();
    expect(await trial.transfer(account, link, 'OUTGOING', '250.01')).toMatchObject({
      status: 403,
      body: { code: 40310000 },
    });
  });

  it('is not sent when its deposit came back meanwhile', async () => {
    const { account, link } = await funded();
    const [depositMade] = await trial.transfersOf(account);
    const { body } = await trial.transfer(account, link, 'OUTGOING', '100');
    await trial.pass(settlement / 3);
    await trial.call('POST', `/admin/transfers/${depositMade?.id}/return`);
    await trial.pass(settlement / 3);
    expect((await trial.transfersOf(account)).find(({ id }) => id === body.id)).toMatchObject({
      status: 'REJECTED',
      reason: 'insufficient funds',
    });
    expect(await cash(account)).toMatchObject({ cash: '0', pending_transfer_out: '0' });
  });

  it('has to wait until a deposit is no longer held', async () => {
    const { account, link } = await funded({ times: { settlement, hold: 86_400_000 } });
    expect(await cash(account)).toMatchObject({
      cash: '250',
      cash_withdrawable: '0',
      cash_transferable: '250',
    });
    expect((await trial.transfersOf(account))[0]).toHaveProperty('hold_until');
    expect((await trial.transfer(account, link, 'OUTGOING', '1')).status).toBe(403);
    await trial.pass(86_400_000);
    expect((await trial.transfer(account, link, 'OUTGOING', '1')).status).toBe(200);
  });
});

describe('a return', () => {
  it('comes after complete, takes the money back, and stops trading', async () => {
    const { account, link } = await begin();
    const { body } = await trial.transfer(account, link, 'INCOMING', '250');
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    const reason = 'R10 Customer Advises Not Authorized';
    await trial.call('POST', `/admin/transfers/${body.id}/return`, { reason });
    expect(await trial.transfersOf(account)).toMatchObject([{ status: 'RETURNED', reason }]);
    expect(await trial.tradingAccount(account)).toMatchObject({ cash: '0', trading_blocked: true });
    const events = await trial.history('/v2/events/funding/status');
    expect(events.at(-1)).toMatchObject({ status_from: 'COMPLETE', status_to: 'RETURNED', reason });
    const account_events = await trial.history('/v1/events/accounts/status');
    expect(account_events.at(-1)).toMatchObject({ account_id: account, trading_blocked: true });
  });

  it('of a deposit that was already withdrawn leaves a negative balance', async () => {
    const { account, link } = await begin();
    const { body } = await trial.transfer(account, link, 'INCOMING', '250');
    await trial.pass(settlement / 3);
    await trial.pass(settlement / 3);
    await trial.pass(settlement / 3);
    await trial.transfer(account, link, 'OUTGOING', '100');
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    await trial.call('POST', `/admin/transfers/${body.id}/return`, {});
    expect(await cash(account)).toMatchObject({ cash: '-100', cash_withdrawable: '0', buying_power: '0' });
  });

  it('comes automatically from bank accounts meant for it', async () => {
    const { account, link } = await begin({}, '5550009902');
    await trial.transfer(account, link, 'INCOMING', '250');
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    expect((await cash(account)).cash).toBe('250');
    await trial.pass(settlement / 3);
    expect(await trial.transfersOf(account)).toMatchObject([
      { status: 'RETURNED', reason: 'R02 Account Closed' },
    ]);
    expect((await cash(account)).cash).toBe('0');
  });

  it('of a withdrawal brings the money back', async () => {
    const { account, link } = await begin();
    await trial.transfer(account, link, 'INCOMING', '250');
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    const { body } = await trial.transfer(account, link, 'OUTGOING', '100');
    expect((await trial.call('POST', `/admin/transfers/${body.id}/return`)).status).toBe(409);
    for (let step = 0; step < 3; step += 1) await trial.pass(settlement / 3);
    await trial.call('POST', `/admin/transfers/${body.id}/return`);
    expect(await trial.tradingAccount(account)).toMatchObject({ cash: '250', trading_blocked: false });
    const kinds = await trial.list('/v1/accounts/activities/CSW?direction=asc');
    expect(kinds.map(({ net_amount }) => net_amount).sort()).toEqual(['-100', '100']);
    const amounts = async (query: string) =>
      (await trial.list(`/v1/accounts/activities${query}`)).map(({ net_amount }) => net_amount).sort();
    expect(await amounts('')).toEqual(['-100', '100', '250']);
    expect(await amounts('?activity_types=CSD')).toEqual(['250']);
    expect(await amounts('?activity_types=CSD,CSW')).toEqual(['-100', '100', '250']);
    expect((await trial.call('GET', '/v1/accounts/positions')).status).toBe(404);
  });
});

describe('the list of transfers', () => {
  it('is newest first, by direction, and in pages', async () => {
    const { account, link } = await begin({ times: {}, limits: { transfersPerDay: 100 } });
    const ids = [];
    for (const amount of ['1', '2', '3']) {
      ids.unshift((await trial.transfer(account, link, 'INCOMING', amount)).body.id);
      await trial.pass(1);
    }
    const out = (await trial.transfer(account, link, 'OUTGOING', '1')).body.id;
    const url = `/v1/accounts/${account}/transfers`;
    const read = async (query: string) => (await trial.list(`${url}?${query}`)).map(({ id }) => id);
    expect(await read('')).toEqual([out, ...ids]);
    expect(await read('direction=INCOMING&limit=2')).toEqual(ids.slice(0, 2));
    expect(await read('direction=INCOMING&limit=2&offset=2')).toEqual(ids.slice(2));
    expect((await trial.call('GET', `${url}?direction=UP`)).status).toBe(422);
  });
});
