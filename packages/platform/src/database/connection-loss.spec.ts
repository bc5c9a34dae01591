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

  it('is a lost connection, and no faulty statement', () => {
    expect(['57P01', 'ECONNREFUSED', '42P01', '23505'].map((code) => isOutage(faultOf(code)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
