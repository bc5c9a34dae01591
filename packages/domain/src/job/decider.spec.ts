import { describe, expect, it } from 'vitest';
import { decide, evolve, type JobCommand, type ParkedJob } from './decider.js';

const park: JobCommand = {
  type: 'ParkJob',
  jobId: 'submit-transfer.t',
  kind: 'submit transfer',
  subject: 'tradingAccount-ann',
  reason: 'The broker is away.',
};

/** The job after some commands, and the outcome of the last one. */
const after = (...commands: JobCommand[]) => {
  let job: ParkedJob | undefined;
  let types: string[] = [];
  for (const command of commands) {
    const events = decide(command, job);
    types = events.map(({ type }) => type);
    job = events.reduce<ParkedJob | undefined>(evolve, job);
  }
  return { job, types };
};

describe('a parked job', () => {
  it('says what it is about and why, once', () => {
    expect(after(park)).toMatchObject({ job: { state: 'parked', reason: 'The broker is away.' } });
    expect(after(park, park).types).toEqual([]);
  });

  it.each([
    ['RetryJob', 'retried'],
    ['DropJob', 'dropped'],
    ['FinishJob', 'finished'],
  ] as const)('after %s is %s', (type, state) => {
    expect(after(park, { type }).job?.state).toBe(state);
  });

  it('can be decided only while it is parked, so that no decision meets a worker at work on it', () => {
    expect(after(park, { type: 'RetryJob' }, { type: 'DropJob' })).toMatchObject({
      job: { state: 'retried' },
      types: [],
    });
    expect(after(park, { type: 'DropJob' }, { type: 'RetryJob' })).toMatchObject({
      job: { state: 'dropped' },
      types: [],
    });
    expect(after({ type: 'DropJob' }).types).toEqual([]);
    expect(after(park, { type: 'DropJob' }, { type: 'FinishJob' }).job?.state).toBe('dropped');
  });

  it('is finished once it was retried, and still says what it was about', () => {
    expect(after(park, { type: 'RetryJob' }, { type: 'FinishJob' })).toMatchObject({
      job: { state: 'finished', kind: 'submit transfer', subject: 'tradingAccount-ann' },
      types: ['JobFinished'],
    });
  });

  it('may be parked again after it was retried', () => {
    expect(after(park, { type: 'RetryJob' }, { ...park, reason: 'Still away.' }).job).toMatchObject({
      state: 'parked',
      reason: 'Still away.',
    });
  });
});
