import { describe, expect, it } from 'vitest';
import { type Keyed, keyedFor, titleOf } from './attempt.js';

let made = 0;
const newKey = () => `key ${++made}`;
const under = (before: Keyed | undefined, values: unknown) => keyedFor(before, values, newKey);

describe('the key of an attempt', () => {
  const first = under(undefined, { weights: ['50.00', '50.00'], reason: 'Too hot.' });

  it('stays while the same values are sent again', () => {
    expect(under(first, { weights: ['50.00', '50.00'], reason: 'Too hot.' })).toBe(first);
  });

  it.each([
    ['a weight', { weights: ['49.00', '51.00'], reason: 'Too hot.' }],
    ['the reason', { weights: ['50.00', '50.00'], reason: 'Too cold.' }],
    ['a reason that is left out', { weights: ['50.00', '50.00'] }],
  ])('changes with other values: %s', (_what, values) => {
    expect(under(first, values).key).not.toBe(first.key);
  });

  it('changes once the attempt succeeded', () => {
    expect(under(undefined, { weights: ['50.00', '50.00'], reason: 'Too hot.' }).key).not.toBe(first.key);
  });
});

describe('a failed attempt', () => {
  it.each([
    ['refused', 'It wasn’t deleted'],
    ['unproven', 'It wasn’t deleted: enter a code first'],
    ['unknown', 'We don’t know yet whether it was deleted'],
  ] as const)('that is %s says: %s', (outcome, title) => {
    expect(titleOf(outcome, 'it was', 'deleted')).toBe(title);
  });
});
