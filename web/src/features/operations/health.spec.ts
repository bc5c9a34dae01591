import { describe, expect, it } from 'vitest';
import { behindText, problemsOf, secondsText, wordsOf } from './health.js';

const instance = {
  head: '7',
  out_of_reach: [],
  read_models: [],
  alarms: [],
  queues: [],
  failed_jobs: [],
  replays: [],
};
const well = { status: instance, jobs: [], differences: [] };
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

describe('what is wrong with the instance', () => {
  it('is nothing while all is well, and what is over is over', () => {
    expect(problemsOf({ ...well, status: { ...instance, read_models: [model], queues: [queue] } })).toEqual(
      [],
    );
    const over = {
      ...well,
      jobs: [{ ...job, state: 'finished' as const }],
      differences: [{ ...difference, resolved_at: '2026-11-20T13:00:00Z' }],
    };
    expect(problemsOf(over)).toEqual([]);
  });

  it('is stated for each part', () => {
    const found = problemsOf({
      status: {
        ...instance,
        read_models: [model, { ...model, name: 'cashLedger', problem: 'it stopped' }],
        alarms: ['moneyBook stands still'],
        queues: [{ ...queue, failed: 1_200 }],
      },
      jobs: [job],
      differences: [difference, difference],
    });
    expect(found).toEqual([
      'cash ledger: it stopped',
      'moneyBook stands still',
      'prices: 1,200 jobs failed permanently',
      '2 accounts: broker and ledger disagree on cash',
      '1 job is waiting for a decision',
    ]);
  });

  it('is stated for each part that is down or did not answer', () => {
    const away = {
      ...instance,
      head: null,
      out_of_reach: ['event store' as const, 'Redis' as const],
      queues: null,
    };
    expect(problemsOf({ ...well, status: away })).toEqual([
      expect.stringContaining('event store isn’t answering'),
      expect.stringContaining('queues can’t be reached'),
    ]);
    expect(problemsOf({ ...well, status: { ...instance, queues: null } })).toEqual([]);
    expect(problemsOf({ status: null, jobs: null, differences: null })).toHaveLength(3);
  });
});

it('says how many events are pending, and when there are more than were counted', () => {
  expect([0, 999, 1_000, null].map(behindText)).toEqual(['0', '999', '1,000+', 'unknown']);
});

it('formats seconds as people would', () => {
  expect([0.4, 59, 65, 7_380].map(secondsText)).toEqual(['0 s', '59 s', '1 min 5 s', '2 h 3 min']);
});

it('formats part names as words', () => {
  expect(['trendList', 'nightly-prices', 'growth'].map(wordsOf)).toEqual([
    'trend list',
    'nightly prices',
    'growth',
  ]);
});
