import { expect, it } from 'vitest';
import { isReplaced } from './older-copy.js';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

it('a password is still accepted that was set after the log that was put back had been copied', () => {
  expect(isReplaced(at(24), at(22).toISOString(), at(25))).toBe(false);
});

it('a password from a time that has not come is only accepted if the log has that time, too', () => {
  expect(isReplaced(at(28), at(22).toISOString(), at(25))).toBe(true);
  expect(isReplaced(at(28), at(28).toISOString(), at(25))).toBe(false);
});
