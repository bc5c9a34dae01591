import { describe, expect, it } from 'vitest';
import { isConnectionLoss, isOutage } from './connection-loss.js';

const faultOf = (code: string): Error => Object.assign(new Error('no'), { code });

describe('an outage of PostgreSQL', () => {
  it.each([
    ['a full disk', '53100'],
    ['no memory left', '53200'],
    ['no connection left', '53300'],
  ])('is %s, although the connection is fine', (_, code) => {
    expect([isOutage(faultOf(code)), isConnectionLoss(faultOf(code))]).toEqual([true, false]);
  });

  it.each([
    ['a shutdown', '57P01'],
    ['a socket that cannot be opened', 'ECONNREFUSED'],
    ['a transaction that was silent for too long', '25P03'],
    ['a transaction that lasted too long', '25P04'],
  ])('is a connection lost by %s', (_, code) => {
    expect([isOutage(faultOf(code)), isConnectionLoss(faultOf(code))]).toEqual([true, true]);
  });

  it.each(['42P01', '23505', '25P02'])('is no faulty statement: %s', (code) => {
    expect(isOutage(faultOf(code))).toBe(false);
  });
});
