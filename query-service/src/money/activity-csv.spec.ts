import { expect, it } from 'vitest';
import { activityCsv } from './activity-csv.js';

it('keeps amounts as numbers, and what a bank wrote from running as a formula', () => {
  const entry = {
    position: '12',
    at: '2026-05-12T14:00:00.000Z',
    transfer_id: 't1',
    kind: 'returned',
    direction: 'incoming',
    amount: '-250.00',
    balance: '-100.00',
    reason: '=HYPERLINK("https://evil.test")',
  } as const;
  expect(activityCsv([entry])).toBe(
    'date,what,direction,amount,balance,reason,transfer,position\r\n' +
      `2026-05-12T14:00:00.000Z,returned,incoming,-250.00,-100.00,"'=HYPERLINK(""https://evil.test"")",t1,12\r\n`,
  );
});
