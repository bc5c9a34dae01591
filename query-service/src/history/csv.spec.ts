import type { StoredChange } from '@groundswell/projections';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvLines } from './csv.js';

const change: StoredChange = {
  position: '12',
  concept_id: 'c1',
  concept_name: 'Ocean',
  name_today: 'Ocean, all of it',
  revision: '3',
  kind: 'rebalanced',
  occurred_at: new Date('2026-05-12T14:00:00Z'),
  recorded_at: new Date('2026-05-12T14:00:01Z'),
  actor_id: 'u1',
  actor_role: 'staff',
  correlation_id: 'r1',
  reason: 'Said "enough"\nand meant it',
  symbols: ['AAA', 'BBB'],
  lines: [
    { subject: 'AAA Inc.', symbol: 'AAA', before: '10.00%', after: '20.00%' },
    { subject: 'BBB Inc.', symbol: 'BBB', before: '20.00%', after: null },
  ],
};

describe('the audit as a table', () => {
  it('has a row for each thing that a change touched, beneath the names of its columns', () => {
    const [first, ...others] = csvLines([change]).split('\r\n');
    expect(csvHeader.trim()).toBe(
      'position,occurred_at,recorded_at,concept_id,concept,person,role,change,subject,symbol,before,after,reason,correlation_id',
    );
    expect(first).toBe(
      '12,2026-05-12T14:00:00.000Z,2026-05-12T14:00:01.000Z,c1,"Ocean, all of it",u1,staff,rebalanced,' +
        'AAA Inc.,AAA,10.00%,20.00%,"Said ""enough""\nand meant it",r1',
    );
    expect(others[0]).toContain('BBB Inc.,BBB,20.00%,,');
  });
});
