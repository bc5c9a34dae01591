import { describe, expect, it } from 'vitest';
import { addressOf, secretOf, stepOf } from './totp.js';

/** The secret and codes of RFC 6238, appendix B, of which apps show the last six digits. */
const secret = secretOf(Buffer.from('12345678901234567890'));
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at second %i matches the standard', (second, code) => {
    expect(stepOf(secret, code, at(second))).toBe(BigInt(Math.floor(second / 30)));
  });

  it('is valid one step before and after its own, and no longer', () => {
    const [code, step] = ['005924', BigInt(Math.floor(1_234_567_890 / 30))];
    const start = Number(step) * 30;
    expect(stepOf(secret, code, at(start - 30))).toBe(step);
    expect(stepOf(secret, code, at(start + 59))).toBe(step);
    expect(stepOf(secret, code, at(start - 31))).toBeUndefined();
    expect(stepOf(secret, code, at(start + 60))).toBeUndefined();
  });

  it('matches the one of an app that read the setup address', () => {
    expect(addressOf(secret, 'ann@example.com')).toBe(
      `otpauth://totp/Groundswell:ann%40example.com?issuer=Groundswell&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
