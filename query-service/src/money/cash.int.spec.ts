import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountHolder, linkedHolder } from '../specification/account-holder.js';
import { runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  // A Monday, 10 a.m. in New York.
  service = await runningService({ now: () => new Date('2026-03-02T15:00:00.000Z') });
});
afterAll(() => service.stop());

const balance = (cash_balance: string, pending_in: string, pending_out: string, available: string) => ({
  cash_balance,
  pending_in,
  pending_out,
  available,
});

describe('cash', () => {
  it('is empty for a person without an account', async () => {
    const person = await accountHolder(service);
    expect(await person.reads('/api/get_cash_balance/')).toEqual({
      ...balance('0.00', '0.00', '0.00', '0.00'),
      held: [],
      as_of: null,
    });
    expect(await person.reads('/api/get_cash_activity/')).toEqual({ entries: [], next: null });
  });

  it('follows a deposit, a withdrawal and a return, at each step', async () => {
    const { person, link } = await linkedHolder(service);
    const cash = () => person.reads('/api/get_cash_balance/');
    const deposit = await person.moves('incoming', '250.00', link);
    expect(await cash()).toMatchObject(balance('0.00', '250.00', '0.00', '0.00'));
    await person.hears(deposit, 'COMPLETE', null, '2026-03-09T00:00:00Z');
    const until = '2026-03-09T00:00:00Z';
    expect(await cash()).toMatchObject({
      ...balance('250.00', '0.00', '0.00', '0.00'),
      held: [{ transfer_id: deposit, amount: '250.00', until }],
    });
    expect(await person.reads(`/api/get_ach_transfer/?transfer_id=${deposit}`)).toMatchObject({
      held_until: until,
    });
    await person.does({ type: 'ReleaseTransfer', transferId: deposit });
    expect(await cash()).toMatchObject({ ...balance('250.00', '0.00', '0.00', '250.00'), held: [] });
    const withdrawal = await person.moves('outgoing', '100.00', link);
    expect(await cash()).toMatchObject(balance('250.00', '0.00', '100.00', '150.00'));
    await person.hears(withdrawal, 'COMPLETE');
    expect(await cash()).toMatchObject(balance('150.00', '0.00', '0.00', '150.00'));
    await person.hears(deposit, 'RETURNED', 'R01');
    expect(await cash()).toMatchObject({
      ...balance('-100.00', '0.00', '0.00', '0.00'),
      as_of: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    expect(await person.reads('/api/get_cash_activity/')).toMatchObject({
      entries: [
        { transfer_id: deposit, kind: 'returned', amount: '-250.00', balance: '-100.00', reason: 'R01' },
        {
          transfer_id: withdrawal,
          kind: 'settled',
          direction: 'outgoing',
          amount: '-100.00',
          balance: '150.00',
        },
        { transfer_id: deposit, kind: 'settled', direction: 'incoming', amount: '250.00', balance: '250.00' },
      ],
    });
  });

  it('comes as a table, too', async () => {
    const { person, link } = await linkedHolder(service);
    const deposit = await person.moves('incoming', '1250.50', link);
    await person.hears(deposit, 'COMPLETE');
    await person.reads('/api/get_cash_balance/');
    const answer = await person.asks('/api/get_cash_activity_csv/');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [header, row, ...rest] = (await answer.text()).split('\r\n');
    expect(header).toBe('date,what,direction,amount,balance,reason,transfer,position');
    expect(row).toMatch(new RegExp(`^\\d{4}-.+Z,settled,incoming,1250\\.50,1250\\.50,,${deposit},\\d+$`));
    expect(rest).toEqual(['']);
  });
});

describe('a transfer', () => {
  it('shows its steps, with the reason of a return and the balance after it', async () => {
    const { person, link } = await linkedHolder(service);
    const id = await person.moves('incoming', '250.00', link);
    const detail = () => person.reads(`/api/get_ach_transfer/?transfer_id=${id}`);
    expect(await detail()).toMatchObject({
      id,
      direction: 'incoming',
      amount: '250.00',
      fee: '0.00',
      status: 'requested',
      bank: { id: link, account_type: 'checking', account_number: '••••6789' },
      expected_on: '2026-03-05',
      cancelable: true,
      cancellation_requested: false,
      balance_after: null,
    });
    await person.hears(id, 'COMPLETE');
    await person.hears(id, 'RETURNED', 'R10');
    expect(await detail()).toMatchObject({
      status: 'returned',
      had_settled: true,
      reason: 'R10',
      cancelable: false,
      balance_after: '0.00',
      steps: [
        { status: 'requested', reason: null },
        { status: 'sent', reason: null },
        { status: 'settled', reason: null },
        { status: 'available', reason: null },
        { status: 'returned', reason: 'R10' },
      ],
    });
  });

  it('that came back before settling counts as not settled, in the list and alone', async () => {
    const { person, link } = await linkedHolder(service);
    const id = await person.moves('incoming', '250.00', link);
    await person.hears(id, 'SENT_TO_CLEARING');
    await person.hears(id, 'RETURNED', 'R03');
    const sentBack = { id, status: 'returned', had_settled: false };
    expect(await person.reads('/api/get_ach_transfers/')).toMatchObject({ transfers: [sentBack] });
    expect(await person.reads(`/api/get_ach_transfer/?transfer_id=${id}`)).toMatchObject(sentBack);
  });

  it('says that the broker may have it, until the broker has answered', async () => {
    const { person, link } = await linkedHolder(service);
    const transferId = await person.requests('incoming', '20.00', link);
    const detail = () => person.reads(`/api/get_ach_transfer/?transfer_id=${transferId}`);
    expect(await detail()).toMatchObject({ status: 'requested', in_doubt: false });

    await person.does({ type: 'StartTransferSubmission', transferId, attempt: 1 });
    expect(await detail()).toMatchObject({ status: 'requested', in_doubt: true });
    await person.does({ type: 'RecordTransferUnknown', transferId, attempt: 1 });
    expect(await person.reads('/api/get_ach_transfers/')).toMatchObject({ transfers: [{ in_doubt: true }] });

    await person.does({
      type: 'RecordTransferAccepted',
      transferId,
      brokerTransferId: randomUUID(),
      status: 'QUEUED',
    });
    expect(await detail()).toMatchObject({ status: 'requested', in_doubt: false });
  });

  it('can be canceled once', async () => {
    const { person, link } = await linkedHolder(service);
    const transferId = await person.moves('incoming', '20.00', link);
    await person.does({ type: 'CancelTransfer', transferId });
    expect(await person.reads('/api/get_ach_transfers/')).toMatchObject({
      transfers: [{ id: transferId, cancelable: false, cancellation_requested: true }],
    });
    await person.hears(transferId, 'CANCELED');
    expect(await person.reads('/api/get_cash_balance/')).toMatchObject(
      balance('0.00', '0.00', '0.00', '0.00'),
    );
  });

  it('is listed with the others, newest first', async () => {
    const { person, link } = await linkedHolder(service);
    const first = await person.moves('incoming', '20.00', link);
    await person.hears(first, 'REJECTED', 'The bank is closed.');
    const second = await person.moves('incoming', '30.00', link);
    expect(await person.reads('/api/get_ach_transfers/')).toMatchObject({
      transfers: [
        { id: second, amount: '30.00', status: 'requested' },
        { id: first, amount: '20.00', status: 'refused', reason: 'other' },
      ],
    });
  });
});

describe('the terms of a transfer', () => {
  it('name the day of arrival, the cut-off, and what is left of the day and of the cash', async () => {
    const { person, link } = await linkedHolder(service);
    await person.moves('incoming', '1000.00', link, '2026-02-27');
    await person.moves('incoming', '250.00', link, '2026-03-02');
    expect(await person.reads('/api/get_transfer_terms/')).toEqual({
      expected_on: '2026-03-05',
      cutoff: '2026-03-02T21:00:00.000Z',
      trading_day: '2026-03-02',
      trading_day_ends: '2026-03-02T21:00:00.000Z',
      fee: '0.00',
      left_today: '49750.00',
      daily_limit: '50000.00',
      available: '0.00',
    });
  });
});

describe('differences to the broker', () => {
  it('are shown only to staff, open ones first', async () => {
    const { person: ann } = await linkedHolder(service);
    const { person: bob } = await linkedHolder(service);
    await ann.does({ type: 'ReportCash', brokerCash: '5.00' });
    await ann.does({ type: 'ReportCash', brokerCash: '0.00' });
    await bob.does({ type: 'ReportCash', brokerCash: '7.00' });
    const position = await bob.does({ type: 'ReportCash', brokerCash: '8.00' });
    const answer = await service.getFresh('/api/get_cash_differences/', {
      authorization: `Bearer ${await service.tokenOf('staff')}`,
      'read-after': position,
    });
    const { differences } = (await answer.json()) as { differences: object[] };
    expect(differences).toMatchObject([
      { user_id: bob.id, broker_cash: '8.00', ledger_cash: '0.00', resolved_at: null },
      { user_id: ann.id, broker_cash: '5.00', ledger_cash: '0.00', resolved_at: expect.any(String) },
    ]);
    expect((await ann.asks('/api/get_cash_differences/')).status).toBe(403);
  });
});
