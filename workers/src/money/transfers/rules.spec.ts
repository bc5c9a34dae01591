import { BrokerError } from '@groundswell/broker';
import { describe, expect, it } from 'vitest';
import { endOf, mayHaveBeenSent, timeLeft, verdictOf } from './rules.js';

const refusal = (status: number, words: string) =>
  new BrokerError(`the broker answered ${status}`, { kind: 'refused', status, words });

describe('a call that failed', () => {
  it.each([
    [new BrokerError('the broker is out of reach', { kind: 'unavailable' })],
    [new BrokerError('no answer', { kind: 'timeout' })],
    [new BrokerError('not JSON', { kind: 'malformed', status: 200 })],
    [new BrokerError('failure', { kind: 'unavailable', status: 500 })],
    [refusal(404, 'not found')],
    [refusal(409, 'conflict')],
    [new TypeError('something else')],
  ])('leaves the outcome unknown: %s', (fault) => {
    expect(endOf(fault)).toEqual({ is: 'unknown' });
  });

  it('was not sent, or not taken', () => {
    const unsent = new BrokerError('given up', { kind: 'timeout', outcome: 'known' });
    expect(endOf(unsent)).toEqual({ is: 'not made', evidence: 'not sent' });
    for (const fault of [
      new BrokerError('too many', { kind: 'limited', status: 429 }),
      refusal(401, 'unauthorized'),
      refusal(403, 'forbidden'),
    ]) {
      expect(endOf(fault)).toEqual({ is: 'not made', evidence: 'not taken' });
    }
  });

  it('was refused in the broker’s words', () => {
    expect(endOf(refusal(422, 'maximum is 1 per trading day'))).toEqual({
      is: 'refused',
      code: 'TransferDayTaken',
    });
    expect(endOf(refusal(403, 'deposits are not permitted'))).toEqual({
      is: 'refused',
      code: 'DepositsBlocked',
    });
  });
});

describe('the time of an attempt', () => {
  it('is over as soon as either clock says so', () => {
    expect(timeLeft({ wall: 0, monotonic: 300 }, 1_000)).toBe(700);
    expect(timeLeft({ wall: 1_000, monotonic: 0 }, 1_000)).toBe(0);
    expect(timeLeft({ wall: -3_600_000, monotonic: 1_500 }, 1_000)).toBe(0);
  });
});

describe('an attempt of unknown outcome', () => {
  it('is looked for, adopted when found, and otherwise left to an operator, but never sent again', () => {
    expect(verdictOf(false, { waited: 999, longest: 1_000 })).toBe('look again');
    expect(verdictOf(true, { waited: 5_000, longest: 1_000 })).toBe('adopt');
    expect(verdictOf(false, { waited: 1_000, longest: 1_000 })).toBe('park');
  });
});

describe('a transfer that the log says was not sent', () => {
  it('may have been sent all the same once it has waited, or when a clock is wrong', () => {
    const requestedAt = new Date('2026-11-25T15:00:00.000Z');
    const after = (milliseconds: number) =>
      mayHaveBeenSent(requestedAt, new Date(requestedAt.getTime() + milliseconds));
    expect([after(0), after(60_000), after(-60_000)]).toEqual([false, false, false]);
    expect([after(60_001), after(-60_001)]).toEqual([true, true]);
  });
});
