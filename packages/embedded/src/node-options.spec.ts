import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { partNodeOptions } from './node-options.js';

/** Mebibytes of the young generation after a flood of objects that live for a while. */
const flood = `
  let held = [];
  for (let round = 0; round < 200; round += 1) {
    held = Array.from({ length: 20_000 }, (_, index) => ({ index, text: String(index) }));
  }
  const { getHeapSpaceStatistics } = require('node:v8');
  const { physical_space_size: size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(held.length && size / 2 ** 20);`;
const youngGeneration = (options: readonly string[]): number =>
  Number(execFileSync(process.execPath, [...options, '--eval', flood], { encoding: 'utf8' }));

it('a part keeps no large young generation after a flood', () => {
  expect(youngGeneration(partNodeOptions)).toBeLessThan(16);
});

it('a container has the same limit', () => {
  const limit = partNodeOptions.find((option) => option.startsWith('--max-semi-space-size'));
  const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const commands = compose.match(/command: \[node, --enable-source-maps.*/g) ?? [];
  expect(commands).toHaveLength(5);
  for (const command of commands) expect(command).toContain(`, ${limit}, `);
});
