import { describe, expect, it } from 'vitest';
import { timelineOf, wayOf } from './transfer-steps.js';
import { outcomeText, reasonText, type Transfer, type TransferDetail } from './transfer-words.js';

const at = '2026-11-20T15:00:00.000Z';
const deposit: TransferDetail = {
  id: 't',
  direction: 'incoming',
  amount: '250.00',
  fee: '0.00',
  status: 'sent',
  reason: null,
  bank: { id: 'b', account_type: 'checking', account_number: '••••6789' },
  requested_at: at,
  expected_on: '2026-11-25',
  held_until: null,
  in_doubt: false,
  cancelable: false,
  cancellation_requested: false,
  had_settled: false,
  steps: [
    { status: 'requested', at, reason: null },
    { status: 'sent', at, reason: null },
  ],
  balance_after: null,
};
const returned: TransferDetail = {
  ...deposit,
  status: 'returned',
  reason: 'R01 Insufficient Funds',
  had_settled: true,
  steps: [
    ...deposit.steps,
    { status: 'settled', at, reason: null },
    { status: 'returned', at, reason: 'R01' },
  ],
};

describe('the timeline of a transfer', () => {
  it('says what happened, what comes next, and when', () => {
    expect(timelineOf(deposit).map(({ name, state }) => [name, state])).toEqual([
      ['Requested', 'done'],
      ['Sent to bank', 'done'],
      ['Settling', 'current'],
      ['Available', 'ahead'],
    ]);
    expect(timelineOf(deposit)[2]?.note).toBe('Expected Wednesday, Nov 25');
  });

  it('never names a step as done that is not', () => {
    const next = (status: TransferDetail['status'], direction: TransferDetail['direction']) =>
      wayOf({ ...deposit, status, direction }).find(({ state }) => state === 'current')?.name;
    expect(next('requested', 'incoming')).toBe('Waiting to be sent');
    expect(next('settled', 'incoming')).toBe('Held');
    expect(next('settled', 'outgoing')).toBe('Arriving at your bank');
  });

  it('never says that the bank has no order while the broker may have given it', () => {
    const inDoubt: TransferDetail = { ...deposit, status: 'requested', in_doubt: true };
    expect(wayOf(inDoubt).map(({ name, state }) => [name, state])).toEqual([
      ['Requested', 'done'],
      ['Waiting for the broker', 'current'],
      ['Settled', 'ahead'],
      ['Available', 'ahead'],
    ]);
  });

  it('begins again where the broker’s transfer turned out to be another one', () => {
    const doubtedAgain: TransferDetail = {
      ...deposit,
      status: 'requested',
      in_doubt: true,
      steps: [...deposit.steps, { status: 'requested', at, reason: null }],
    };
    expect(timelineOf(doubtedAgain).map(({ name }) => name)).toEqual([
      'Requested',
      'Waiting for the broker',
      'Settled',
      'Available',
    ]);
  });

  it('says until when money is held', () => {
    const held: TransferDetail = {
      ...deposit,
      status: 'settled',
      held_until: '2026-11-30T14:00:00.000Z',
      had_settled: true,
      steps: [...deposit.steps, { status: 'settled', at, reason: null }],
    };
    expect(timelineOf(held).at(-1)).toEqual({
      name: 'Held',
      state: 'current',
      note: 'By the broker, until Nov 30, 2026, 9:00 AM ET',
    });
    expect(outcomeText(held)).toBe(
      '$250.00 was added to your balance. The broker holds it until Nov 30, 2026, 9:00 AM ET; after that you can withdraw it.',
    );
  });

  it('ends where the money was sent back', () => {
    expect(timelineOf(returned).map(({ name, state }) => [name, state])).toEqual([
      ['Requested', 'done'],
      ['Sent to bank', 'done'],
      ['Settled', 'done'],
      ['Returned', 'failed'],
    ]);
  });
});

describe('the way of a transfer in short', () => {
  it('has the same steps, and is none once something came in between', () => {
    expect(wayOf(deposit)).toEqual(timelineOf(deposit).map(({ name, state }) => ({ name, state })));
    expect(wayOf({ ...deposit, status: 'available', direction: 'outgoing' }).at(-1)).toEqual({
      name: 'Available at your bank',
      state: 'done',
    });
    expect(wayOf(returned)).toEqual([]);
  });
});

describe('what happened to the money', () => {
  it.each([
    ['incoming', true, 'Your bank took it back, so $250.00 was taken out of your balance again.'],
    ['outgoing', true, 'Your bank sent it back, so $250.00 is back in your balance.'],
    ['incoming', false, 'Your bank sent it back before it arrived. Your balance hasn’t changed.'],
    ['outgoing', false, 'Your bank sent it back before it arrived. Your balance hasn’t changed.'],
  ] as const)('of an %s transfer that was returned, settled before: %s', (direction, had_settled, text) => {
    expect(outcomeText({ ...returned, direction, had_settled })).toBe(text);
  });

  it('reads the same in the list and on the receipt: a deposit that came back before settling took nothing', () => {
    const { steps: _steps, balance_after: _balance, ...inList } = deposit;
    const sentBack: Transfer = { ...inList, status: 'returned', reason: 'R03' };
    expect(outcomeText(sentBack)).toBe(
      'Your bank sent it back before it arrived. Your balance hasn’t changed.',
    );
  });

  it('says that it can be canceled only while that is possible', () => {
    const waiting: TransferDetail = { ...deposit, status: 'requested', cancelable: true };
    expect(outcomeText(waiting)).toBe('It hasn’t been sent yet. You can still cancel it.');
    expect(outcomeText({ ...waiting, cancelable: false, cancellation_requested: true })).toBe(
      'It hasn’t been sent yet.',
    );
  });

  it('does not say that it was not sent while the broker may have it', () => {
    const inDoubt: TransferDetail = { ...deposit, status: 'requested', in_doubt: true, cancelable: true };
    expect(outcomeText(inDoubt)).toBe(
      'We’ve asked the broker and don’t know yet whether it went through. Don’t request it again. You can ask us to cancel it.',
    );
    expect(outcomeText({ ...inDoubt, cancelable: false })).toBe(
      'We’ve asked the broker and don’t know yet whether it went through. Don’t request it again.',
    );
  });

  it('says who canceled it, and the broker’s reason when it was the broker', () => {
    const canceled: TransferDetail = { ...deposit, status: 'canceled' };
    expect(outcomeText({ ...canceled, cancellation_requested: true })).toBe(
      'It was canceled. No money moved.',
    );
    expect(outcomeText(canceled)).toBe('The broker canceled it. No money moved. You can start a new one.');
    expect(reasonText(canceled)).toBeUndefined();
    const explained = { ...canceled, reason: 'Not approved in time' };
    expect(reasonText(explained)).toBe('The broker’s reason: Not approved in time');
    expect(reasonText({ ...canceled, reason: 'not approved' })).toBe(
      'The broker’s reason: it wasn’t approved in time.',
    );
    expect(reasonText({ ...explained, cancellation_requested: true })).toBeUndefined();
  });

  it('is explained by the bank’s reason in plain words and its code', () => {
    expect(reasonText(returned)).toBe(
      'Your bank’s reason: there wasn’t enough money in the bank account. You can try again once there is. (R01)',
    );
    expect(reasonText({ ...returned, reason: 'Closed on a whim' })).toBe(
      'Your bank’s reason: Closed on a whim',
    );
    expect(reasonText(deposit)).toBeUndefined();
  });

  it('says what to do when the broker did not accept it', () => {
    expect(reasonText({ ...deposit, status: 'refused', reason: 'CashInsufficient' })).toBe(
      'This is more than you can withdraw at the broker right now. Choose a smaller amount.',
    );
    expect(reasonText({ ...deposit, status: 'refused', reason: 'Account is blocked' })).toBe(
      'The broker’s reason: Account is blocked',
    );
  });
});
