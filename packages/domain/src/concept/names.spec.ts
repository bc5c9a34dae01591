import { expect, it } from 'vitest';
import { sameName } from './names.js';

it.each([
  ['Ocean Energy', 'ocean  energy '],
  ['Ocean Energy', 'Ｏcean Energy'],
  ['Ocean Energy', 'Ocean\u200b Energy'],
  ['Ocean Energy', '\u2060Ocean Energy'],
  ['Ocean Energy', 'Ocean En\u00adergy'],
  ['Ocean Energy', 'Ocean Energy\u3164'],
])('%j and %j are the same name', (one, other) => {
  expect(sameName(one, other)).toBe(true);
});

it.each([
  ['Ocean Energy', 'Oceans Energy'],
  ['Ocean Energy', 'OceanEnergy'],
])('%j and %j are different names', (one, other) => {
  expect(sameName(one, other)).toBe(false);
});
