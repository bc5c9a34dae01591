import { describe, expect, it } from 'vitest';
import { type Account, accountSteps } from './account-steps.js';

const asked = '2026-03-02T15:00:00.000Z';
const opened = '2026-03-03T15:00:00.000Z';
const later = '2026-05-04T14:00:00.000Z';

const account = (status: Account['status'], more: Partial<Account> = {}): Account => ({
  status,
  broker_status: null,
  findings: [],
  refusal: null,
  requested_at: asked,
  opened_at: null,
  changed_at: later,
  ...more,
});
const told = (of: Account) => accountSteps(of).map(({ name, state, note }) => [name, state, note]);

describe('the status of an account', () => {
  it.each([
    ['requested', 'Submitted', undefined],
    ['submitted', 'In review', undefined],
    ['in_review', 'In review', undefined],
    ['action_required', 'In review', 'Waiting for you'],
    ['approved', 'Open', undefined],
  ] as const)('of one that is %s: the step %s goes on', (status, name, note) => {
    expect(accountSteps(account(status)).find(({ state }) => state === 'current')).toEqual({
      name,
      state: 'current',
      ...(note && { note }),
    });
  });

  it('dates the opening by the day on which it was opened, whatever the broker said later', () => {
    expect(told(account('active', { opened_at: opened }))).toEqual([
      ['Submitted', 'done', 'Mar 2, 2026, 10:00 AM ET'],
      ['In review', 'done', undefined],
      ['Approved', 'done', undefined],
      ['Open', 'done', 'Mar 3, 2026, 10:00 AM ET'],
    ]);
  });

  it.each([
    ['under_review', 'Under review', 'current', 'Since May 4, 2026, 10:00 AM ET'],
    ['restricted', 'On hold', 'current', 'Waiting for you'],
    ['closed', 'Closed', 'done', 'May 4, 2026, 10:00 AM ET'],
  ] as const)('keeps the steps of one that was open and is %s', (status, ...last) => {
    const steps = told(account(status, { opened_at: opened }));
    expect(steps.slice(0, -1)).toEqual(told(account('active', { opened_at: opened })));
    expect(steps.at(-1)).toEqual(last);
  });

  it('never says of one that was closed before that it was open', () => {
    expect(told(account('closed')).map(([name, state]) => [name, state])).toEqual([
      ['Submitted', 'done'],
      ['Closed', 'done'],
    ]);
  });

  it.each([
    [account('declined'), 'In review', 'Declined, May 4, 2026, 10:00 AM ET'],
    [
      account('action_required', { refusal: 'EmailTaken' }),
      'Submitted',
      'Not accepted, May 4, 2026, 10:00 AM ET',
    ],
    [
      account('action_required', { refusal: 'EnterAgain' }),
      'Submitted',
      'No answer, May 4, 2026, 10:00 AM ET',
    ],
    [
      account('action_required', { refusal: 'DroppedByOperator' }),
      'Submitted',
      'Canceled, May 4, 2026, 10:00 AM ET',
    ],
  ])('says where it ended: %j', (of, name, note) => {
    expect(accountSteps(of).filter(({ state }) => state === 'failed')).toEqual([
      { name, state: 'failed', note },
    ]);
  });
});
