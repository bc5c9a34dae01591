import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten of sixty bits each, no two alike', () => {
    const codes = newRecoveryCodes(randomBytes);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
  });

  it.each(['01ab-c234-xyz9', '01AB C234 XYZ9', 'oIab-c234-xyz9', ' 0lABc234xyz9 '])(
    'are read however they are typed: %s',
    (typed) => {
      expect(plainRecoveryCode(typed)).toBe('01abc234xyz9');
    },
  );
});
