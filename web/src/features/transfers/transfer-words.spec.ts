import { describe, expect, it } from 'vitest';
import { timelineOf, wayOf } from './transfer-steps.js';
import { outcomeText, reasonText, type TransferDetail } from './transfer-words.js';

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
  cancelable: false,
  cancellation_requested: false,
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
      wayOf({ status, direction, held_until: null }).find(({ state }) => state === 'current')?.name;
    expect(next('requested', 'incoming')).toBe('Waiting to be sent');
    expect(next('settled', 'incoming')).toBe('Held');
    expect(next('settled', 'outgoing')).toBe('Arriving at your bank');
  });

  it('says until when money is held', () => {
    const held: TransferDetail = {
      ...deposit,
      status: 'settled',
      held_until: '2026-11-30T14:00:00.000Z',
      steps: [...deposit.steps, { status: 'settled', at, reason: null }],
    };
    expect(timelineOf(held).at(-1)).toEqual({
      name: 'Held',
      state: 'current',
      note: 'By the broker, until Nov 30, 2026, 9:00 AM ET',
    });
    expect(outcomeText(held, true)).toBe(
      '$250.00 is in your cash. The broker holds it until Nov 30, 2026, 9:00 AM ET; then it can be withdrawn.',
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
    expect(wayOf({ status: 'available', direction: 'outgoing', held_until: null }).at(-1)).toEqual({
      name: 'Available at your bank',
      state: 'done',
    });
    expect(wayOf(returned)).toEqual([]);
  });
});

describe('what happened to the money', () => {
  it.each([
    ['incoming', true, 'Your bank took it back, so $250.00 has left your cash again.'],
    ['outgoing', true, 'Your bank sent it back, so $250.00 is in your cash again.'],
    ['incoming', false, 'Your bank sent it back before it arrived. Your cash has not changed.'],
  ] as const)('of an %s transfer that was returned, settled before: %s', (direction, hadSettled, text) => {
    expect(outcomeText({ ...returned, direction }, hadSettled)).toBe(text);
  });

  it('is told with the bank’s reason in plain words and its code', () => {
    expect(reasonText(returned)).toBe(
      'Your bank’s reason: there was not enough money in the bank account. You can try again once there is. (R01)',
    );
    expect(reasonText({ status: 'returned', reason: 'Closed on a whim' })).toBe(
      'Your bank’s reason: Closed on a whim',
    );
    expect(reasonText(deposit)).toBeUndefined();
  });

  it('is told in words that say what to do when the broker did not take it', () => {
    expect(reasonText({ status: 'refused', reason: 'CashInsufficient' })).toBe(
      'This is more than can be withdrawn at the broker now. Choose a smaller amount.',
    );
    expect(reasonText({ status: 'refused', reason: 'Account is blocked' })).toBe(
      'The broker’s reason: Account is blocked',
    );
  });
});
