import { newPasswordSchema } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { refuseWeakPassword } from './password-rules.js';

const refusedBy = (password: string, email?: string) => refuseWeakPassword(password, email)?.refused;

describe('a new password', () => {
  it.each(['password1', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', ' sunshine ', 'PASSWORD'])(
    'is refused when it is a common password: %s',
    (password) => expect(refusedBy(password)).toBe('PasswordRefused'),
  );

  it.each(['aaaaaaaaaaaaaaaaaaaa', 'abcabcabcabc', '🌊🌊🌊🌊🌊🌊🌊🌊'])(
    'is refused when it repeats one piece: %s',
    (password) => expect(refusedBy(password)).toBe('PasswordRefused'),
  );

  it.each(['groundswell', 'Groundswell2026', 'invest!!!', 'Groundswell-Trends', 'groundswellpassword'])(
    'is refused when it has little more than words of the product: %s',
    (password) => expect(refusedBy(password)).toBe('PasswordRefused'),
  );

  it('is refused when it is the email address with a number', () => {
    expect(refusedBy('annabell1', 'annabell@example.com')).toBe('PasswordRefused');
    expect(refusedBy('annabell1')).toBeUndefined();
  });

  it.each([
    'correct horse battery',
    'my groundswell of patience',
    'tide 7 stork lamp',
    'zzkqpwxy',
    '波を待つ朝の海辺で',
  ])('is accepted without rules on its characters: %s', (password) =>
    expect(refusedBy(password, 'ann@example.com')).toBeUndefined(),
  );

  it('is refused with a message at the field', () => {
    expect(refuseWeakPassword('password1')?.fields.password).toContain('easy to guess');
  });

  it('has 8 to 1,024 characters', () => {
    expect(newPasswordSchema.safeParse('1234567').success).toBe(false);
    expect(newPasswordSchema.safeParse('x'.repeat(1_024)).success).toBe(true);
    expect(newPasswordSchema.safeParse('x'.repeat(1_025)).success).toBe(false);
  });
});
