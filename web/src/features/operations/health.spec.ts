import { describe, expect, it } from 'vitest';
import { problemsOf, secondsText, wordsOf } from './health.js';

const well = { head: '7', read_models: [], alarms: [], queues: [], replays: [], jobs: [], differences: [] };
const model = {
  name: 'trendList',
  state: 'live',
  problem: null,
  owner: 'host:1',
  position: '7',
  behind_events: 0,
  behind_seconds: 0,
  per_second: 0,
  rows: 3,
};
const job = {
  id: 'a',
  kind: 'submit transfer',
  subject: 'tradingAccount-ann',
  reason: 'Two match.',
  state: 'parked' as const,
  parked_at: '2026-11-20T12:00:00Z',
  changed_at: '2026-11-20T12:00:00Z',
};
const difference = {
  user_id: 'ann',
  broker_cash: '1.00',
  ledger_cash: '2.00',
  found_at: '2026-11-20T12:00:00Z',
  resolved_at: null,
};
const queue = { name: 'prices', waiting: 0, active: 0, delayed: 0, failed: 0, completed: 9 };

describe('what is wrong with the house', () => {
  it('is nothing while all is well, and what is over is over', () => {
    expect(problemsOf({ ...well, read_models: [model], queues: [queue] })).toEqual([]);
    const over = {
      ...well,
      jobs: [{ ...job, state: 'finished' as const }],
      differences: [{ ...difference, resolved_at: '2026-11-20T13:00:00Z' }],
    };
    expect(problemsOf(over)).toEqual([]);
  });

  it('is said of each part', () => {
    const found = problemsOf({
      ...well,
      read_models: [model, { ...model, name: 'cashLedger', problem: 'it stopped' }],
      alarms: ['moneyBook stands still'],
      queues: [{ ...queue, failed: 2 }],
      jobs: [job],
      differences: [difference, difference],
    });
    expect(found).toEqual([
      'cash ledger: it stopped',
      'moneyBook stands still',
      '2 accounts: the broker’s cash is another than the ledger’s',
      '1 job waits for a decision',
      'prices: 2 jobs failed for good',
    ]);
    expect(problemsOf({ ...well, queues: null })).toHaveLength(1);
  });
});

it('says seconds as people do', () => {
  expect([0.4, 59, 65, 7_380].map(secondsText)).toEqual(['0 s', '59 s', '1 min 5 s', '2 h 3 min']);
});

it('writes names of parts as words', () => {
  expect(['trendList', 'nightly-prices', 'growth'].map(wordsOf)).toEqual([
    'trend list',
    'nightly prices',
    'growth',
  ]);
});
