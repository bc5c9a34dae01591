import type { RecordedEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { accountHistory, moved, opened, reported } from '../../specification/account-history.js';
import { history } from '../../specification/history.js';
import { follow } from './follow.js';
import type { PersonRows } from './person.js';

const nobody: PersonRows = {
  account: undefined,
  bankLinks: new Map(),
  transfers: new Map(),
  differences: new Map(),
};
const after = (...events: readonly RecordedEvent[]) => follow('ann', nobody, events);
const at = (events: readonly RecordedEvent[], type: string) =>
  events.find((event) => event.type === type)?.metadata.occurredAt;

describe('a transfer', () => {
  it('has a step for each status it reached, and none for internal ones', () => {
    const ann = accountHistory('ann');
    const events = [
      ...opened(ann),
      ...moved(ann, 't1', 'incoming', '250.00'),
      ...reported(ann, 't1', 'SENT_TO_CLEARING'),
      ...reported(ann, 't1', 'COMPLETE', null, '2026-03-09'),
      ...ann.does({ type: 'ReleaseTransfer', transferId: 't1' }),
      ...reported(ann, 't1', 'RETURNED', 'R01'),
    ];
    const row = after(...events).rows.transfers.get('t1')?.row;
    expect(row).toMatchObject({
      user_id: 'ann',
      expected_on: '2026-03-05',
      trading_day: '2026-03-02',
      reason: 'R01',
      pending: false,
      requested_at: at(events, 'TransferRequested'),
    });
    expect(row?.steps).toEqual([
      { status: 'requested', at: at(events, 'TransferRequested'), reason: null },
      { status: 'sent', at: at(events, 'TransferSent'), reason: null },
      { status: 'settled', at: at(events, 'TransferSettled'), reason: null },
      { status: 'available', at: at(events, 'TransferReleased'), reason: null },
      { status: 'returned', at: at(events, 'TransferReturned'), reason: 'R01' },
    ]);
  });

  it.each([
    ['QUEUED', null, true],
    ['SENT_TO_CLEARING', null, true],
    ['COMPLETE', '2026-03-09', true],
    ['COMPLETE', null, false],
    ['REJECTED', null, false],
    ['CANCELED', null, false],
    ['RETURNED', null, false],
  ])('that is %s and held until %s is pending: %s', (status, heldUntil, pending) => {
    const ann = accountHistory('ann');
    const events = [
      ...opened(ann),
      ...moved(ann, 't1', 'incoming', '250.00'),
      ...reported(ann, 't1', status, null, heldUntil),
    ];
    expect(after(...events).rows.transfers.get('t1')?.row.pending).toBe(pending);
  });
});

describe('the ledger', () => {
  it('has two postings for each movement, with the balance after it', () => {
    const ann = accountHistory('ann');
    const events = [
      ...opened(ann),
      ...moved(ann, 't1', 'incoming', '250.00'),
      ...reported(ann, 't1', 'COMPLETE'),
      ...moved(ann, 't2', 'outgoing', '100.00'),
      ...reported(ann, 't2', 'COMPLETE'),
      ...reported(ann, 't1', 'RETURNED', 'R10'),
    ];
    const { postings, rows } = after(...events);
    expect(
      postings.map(({ account, transfer_id, kind, cents, balance }) => [
        account,
        transfer_id,
        kind,
        cents,
        balance,
      ]),
    ).toEqual([
      ['cash', 't1', 'settled', '25000', '25000'],
      ['bank', 't1', 'settled', '-25000', '-25000'],
      ['cash', 't2', 'settled', '-10000', '15000'],
      ['bank', 't2', 'settled', '10000', '-15000'],
      ['cash', 't1', 'returned', '-25000', '-10000'],
      ['bank', 't1', 'returned', '25000', '10000'],
    ]);
    expect(rows.account?.row).toMatchObject({
      facts: { cash: '-10000' },
      cash_as_of: at(events, 'TransferReturned'),
    });
  });

  it('has what operators adjusted, and what for, without a transfer', () => {
    const ann = accountHistory('ann');
    const vote = { at: '2026-03-06T22:00:00.000Z', again: false };
    const adjust = (by: string) =>
      ({ type: 'AdjustCash', cents: -1_000n, cause: 'fee', by, ...vote }) as const;
    const events = [
      ...opened(ann),
      ...moved(ann, 't1', 'incoming', '250.00'),
      ...reported(ann, 't1', 'COMPLETE'),
      ...ann.does({ type: 'ReportCash', brokerCash: '240.00' }, adjust('ops-1'), adjust('ops-2')),
    ];
    const { postings, rows } = after(...events);
    const [cash, bank] = postings.slice(-2);
    expect(cash).toMatchObject({
      ...{ account: 'cash', transfer_id: null, kind: 'adjusted', reason: 'fee' },
      ...{ cents: '-1000', balance: '24000' },
    });
    expect(bank).toMatchObject({ account: 'bank', cents: '1000', balance: '-24000' });
    expect(rows.account?.row).toMatchObject({
      facts: { cash: '24000' },
      cash_as_of: at(events, 'CashAdjusted'),
    });
  });

  it('moves nothing for a transfer that came to nothing', () => {
    const ann = accountHistory('ann');
    const events = [
      ...opened(ann),
      ...moved(ann, 't1', 'incoming', '250.00'),
      ...reported(ann, 't1', 'RETURNED', 'R03'),
    ];
    expect(after(...events).postings).toEqual([]);
  });
});

describe('a bank link', () => {
  it('knows what replaced it, and keeps its own reason', () => {
    const ann = accountHistory('ann');
    const events = [
      ...opened(ann, 'first'),
      ...ann.does(
        {
          type: 'RequestBankLink',
          look: { proven: true, ownerMatches: true, withdrawableFrom: null },
          bankLinkId: 'next',
          accountType: 'savings',
          ending: '1111',
          replaces: 'first',
        },
        { type: 'RecordBankLinkRemoved', bankLinkId: 'first' },
        { type: 'StartBankLinkSubmission', bankLinkId: 'next' },
        { type: 'RecordBankLinkRefused', bankLinkId: 'next', code: 'NAME' },
      ),
    ];
    const { bankLinks } = after(...events).rows;
    expect(bankLinks.get('first')?.row).toMatchObject({ reason: null, facts: { replacedBy: 'next' } });
    expect(bankLinks.get('next')?.row).toMatchObject({ reason: 'NAME', facts: { stage: 'refused' } });
  });
});

describe('a difference to the broker', () => {
  const ann = accountHistory('ann');
  const found = [...opened(ann), ...ann.does({ type: 'ReportCash', brokerCash: '5.00' })];
  const again = ann.does({ type: 'ReportCash', brokerCash: '6.00' });
  const resolved = ann.does({ type: 'ReportCash', brokerCash: '0.00' });
  const anew = ann.does({ type: 'ReportCash', brokerCash: '1.00' });
  const differences = (...events: RecordedEvent[]) =>
    [...after(...events).rows.differences.values()].map(({ row }) => row);

  it('stays one while its numbers change, until it is resolved', () => {
    const found_at = at(found, 'CashDifferenceFound');
    expect(differences(...found, ...again)).toMatchObject([
      { broker_cash: '6.00', ledger_cash: '0.00', found_at, resolved_at: null },
    ]);
    expect(differences(...found, ...again, ...resolved)).toMatchObject([
      { broker_cash: '6.00', found_at, resolved_at: at(resolved, 'CashDifferenceResolved') },
    ]);
  });

  it('is another one when it comes back', () => {
    expect(differences(...found, ...again, ...resolved, ...anew)).toMatchObject([
      { broker_cash: '6.00' },
      { broker_cash: '1.00', resolved_at: null },
    ]);
  });
});

describe('an account', () => {
  it('was opened when it was active for the first time, whatever the broker says of it later', () => {
    const ann = accountHistory('ann');
    const opening = opened(ann);
    const openedAt = at(opening, 'AccountStatusReported');
    const row = (...events: readonly RecordedEvent[]) => after(...opening, ...events).rows.account?.row;
    expect(after(...opening.slice(0, 3)).rows.account?.row.opened_at).toBeNull();
    expect(row()).toMatchObject({ opened_at: openedAt, changed_at: openedAt });
    const told = (status: string, minute: number) =>
      ann.does({
        type: 'ReportAccountStatus',
        status,
        findings: [],
        reportedAt: `2026-03-03T15:0${minute}:00.000Z`,
      });
    const reviewed = told('ACCOUNT_UPDATED', 1);
    const again = told('ACTIVE', 2);
    const stillSo = told('ACTIVE', 3);
    expect(row(...reviewed, ...again, ...stillSo)).toMatchObject({
      opened_at: openedAt,
      changed_at: at(again, 'AccountStatusReported'),
      facts: { wasActive: true },
    });
  });
});

describe('what a person may look at', () => {
  it('has the position of its own last change', () => {
    const ann = accountHistory('ann');
    const opening = opened(ann);
    const asking = moved(ann, 't1', 'incoming', '250.00');
    const last = (events: readonly RecordedEvent[]) => Number(events.at(-1)?.position.commit);
    const [requested] = asking;
    expect(after(...opening, ...asking).rows.account?.row).toMatchObject({
      account_position: Number(opening.find(({ type }) => type === 'AccountStatusReported')?.position.commit),
      bank_links_position: last(opening),
      cash_position: Number(requested?.position.commit),
      transfers_position: last(asking),
    });
  });
});

describe('a history', () => {
  const ann = accountHistory('ann');
  const all = [
    ...opened(ann),
    ...moved(ann, 't1', 'incoming', '250.00'),
    ...reported(ann, 't1', 'COMPLETE'),
    ...reported(ann, 't1', 'RETURNED', 'R01'),
  ];

  it('comes to the same when a batch comes twice, and when it comes in pieces', () => {
    const whole = after(...all);
    expect(follow('ann', whole.rows, all)).toEqual({ rows: whole.rows, postings: [] });
    let rows = nobody;
    const postings = all.flatMap((event) => {
      const followed = follow('ann', rows, [event]);
      rows = followed.rows;
      return followed.postings;
    });
    expect({ rows, postings }).toEqual(whole);
  });

  it('passes over what is not of an account', () => {
    const other = history('concept-ocean').event('ConceptCreated', {
      conceptId: 'ocean',
      name: 'Ocean',
      description: 'Tides',
    });
    expect(after(other)).toEqual({ rows: nobody, postings: [] });
  });
});
