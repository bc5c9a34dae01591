import { describe, expect, it } from 'vitest';
import { inOrder, type TracedStep } from './steps.js';

const step = (second: number, id: string, what: string, ...causes: (string | undefined)[]): TracedStep => {
  const at = new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
  return { at, id, what, where: 'somewhere', who: 'somebody', causes };
};

describe('the steps of one request', () => {
  it('are listed in order of time, each with its cause', () => {
    const steps = inOrder([
      step(0, 'joined', 'WaitlistJoined', 'a-request'),
      step(2, 'confirmed', 'MailConfirmed', 'joined.mail'),
      step(1, 'joined.mail', 'job enqueued', 'joined', undefined),
      step(3, 'joined.mail', 'job completed', 'joined', undefined),
      step(4, 'other', 'job enqueued', 'other', 'confirmed'),
    ]);
    expect(steps.map(({ id, what, cause, depth }) => [id, what, cause, depth])).toEqual([
      ['joined', 'WaitlistJoined', null, 0],
      ['joined.mail', 'job enqueued', 'joined', 1],
      ['confirmed', 'MailConfirmed', 'joined.mail', 2],
      ['joined.mail', 'job completed', 'joined', 1],
      ['other', 'job enqueued', 'confirmed', 3],
    ]);
  });

  it('are also listed when causes form a circle', () => {
    expect(inOrder([step(0, 'a', 'one', 'b'), step(1, 'b', 'other', 'a')])).toHaveLength(2);
    expect(inOrder([step(0, 'a', 'one', 'a')])).toMatchObject([{ cause: null, depth: 0 }]);
  });
});
