import { expect, it } from 'vitest';
import { openCursor } from './cursors.js';

const open = () => {
  const clock = { time: 0 };
  const stored: string[] = [];
  const saveCursor = async (stream: string, cursor: string) => void stored.push(`${stream} ${cursor}`);
  return { ...openCursor({ saveCursor }, 'funding', () => clock.time), clock, stored };
};

it('a cursor is stored at once, and then once a second at most', async () => {
  const { reach, clock, stored } = open();
  await reach('a');
  clock.time = 999;
  await reach('b');
  await reach('c');
  expect(stored).toEqual(['funding a']);
  clock.time = 1_000;
  await reach('d');
  expect(stored).toEqual(['funding a', 'funding d']);
});

it('a cursor that was not stored yet is stored in the end', async () => {
  const { reach, save, stored } = open();
  await save();
  for (const id of ['a', 'b', 'c']) await reach(id);
  await save();
  await save();
  expect(stored).toEqual(['funding a', 'funding c']);
});
