import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longest } from './longest-first.mjs';

it('every file that is begun first is there', () => {
  expect(longest.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});
