import { foldRows } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { jobs } from './parked-jobs.js';

const job = history('job-submit-transfer-1');
const parked = job.event('JobParked', {
  jobId: 'submit-transfer-1',
  kind: 'submit transfer',
  subject: 'tradingAccount-ann',
  reason: 'Two transfers at the broker could be this one.',
});
const retried = job.event('JobRetried', {});
const parkedAgain = job.event('JobParked', {
  jobId: 'submit-transfer-1',
  kind: 'submit transfer',
  subject: 'tradingAccount-ann',
  reason: 'The account is closed at the broker.',
});

describe('a parked job', () => {
  it('waits with what it is about and why', () => {
    expect(foldRows(jobs, [parked])).toEqual([
      {
        id: 'submit-transfer-1',
        kind: 'submit transfer',
        subject: 'tradingAccount-ann',
        reason: 'Two transfers at the broker could be this one.',
        state: 'parked',
        parked_at: parked.metadata.occurredAt,
        changed_at: parked.metadata.occurredAt,
      },
    ]);
  });

  it.each([
    ['JobRetried', 'retried'],
    ['JobDropped', 'dropped'],
    ['JobFinished', 'finished'],
  ] as const)('after %s is %s, and stays in sight', (type, state) => {
    const ended = job.event(type, {});
    expect(foldRows(jobs, [parked, ended])).toMatchObject([
      { state, parked_at: parked.metadata.occurredAt, changed_at: ended.metadata.occurredAt },
    ]);
  });

  it('waits again, for its new reason, when trying once more did not help', () => {
    expect(foldRows(jobs, [parked, retried, parkedAgain])).toMatchObject([
      { state: 'parked', reason: 'The account is closed at the broker.' },
    ]);
  });

  it('is the same when a batch comes twice', () => {
    const batch = [parked, retried, parkedAgain];
    expect(foldRows(jobs, [...batch, ...batch])).toEqual(foldRows(jobs, batch));
  });
});
