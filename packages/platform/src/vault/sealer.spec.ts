import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealer } from './sealer.js';
import { SealBroken } from './sealing.js';

const older = { version: 1, key: randomBytes(32) };
const newer = { version: 2, key: randomBytes(32) };
const sealer = createSealer([older], 'inbox');

describe('a sealer', () => {
  it('opens what it sealed, under the same id alone', () => {
    const sealed = sealer.seal('ann@example.com', 'request-1');
    expect(sealed.toString('latin1')).not.toContain('ann@');
    expect(sealer.open(sealed, 'request-1')).toBe('ann@example.com');
    expect(() => sealer.open(sealed, 'request-2')).toThrow(SealBroken);
  });

  it('keeps purposes apart', () => {
    const sealed = sealer.seal('ann@example.com', 'request-1');
    expect(() => createSealer([older], 'outbox').open(sealed, 'request-1')).toThrow(SealBroken);
  });

  it('still opens what an older key sealed while keys are rotated', () => {
    const sealed = sealer.seal('ann@example.com', 'request-1');
    expect(createSealer([newer, older], 'inbox').open(sealed, 'request-1')).toBe('ann@example.com');
    expect(() => createSealer([newer], 'inbox').open(sealed, 'request-1')).toThrow(SealBroken);
  });

  it('opens what the next key sealed elsewhere, while it still seals with the one before', () => {
    const waiting = createSealer([older, newer], 'inbox');
    expect(waiting.open(createSealer([newer, older], 'inbox').seal('a', 'request-1'), 'request-1')).toBe('a');
    expect(sealer.open(waiting.seal('b', 'request-2'), 'request-2')).toBe('b');
  });
});
