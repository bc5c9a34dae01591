import { expect, it } from 'vitest';
import { openHeapWatch } from './heap-watch.js';

/** A process that holds so much at each look, unless a collection of the look before still shows: how often it collected. */
const collections = (start: number, looks: readonly { held: number; left: number; busy?: number }[]) => {
  const watch = openHeapWatch(start);
  return looks.flatMap(({ held, left, busy = 0.1 }, turn) => {
    if (!watch.isDue(held, busy)) return [];
    watch.collected(held, left);
    return [turn];
  });
};
const times = <T>(count: number, look: T): T[] => Array.from({ length: count }, () => look);

it('collects in pairs, ever rarer, where the usual load takes it all back at once', () => {
  expect(collections(60, times(100, { held: 123, left: 100 }))).toEqual([0, 1, 5, 6, 14, 15, 31, 32, 64, 65]);
});

it('collects no more than twice for each change of a load that comes and goes', () => {
  const day = [...times(50, { held: 123, left: 100 }), ...times(50, { held: 95, left: 90 })];
  expect(collections(90, [...day, ...day, ...day]).filter((turn) => turn % 50 < 5)).toHaveLength(6);
});

it('collects after a flood as long as it helps', () => {
  const looks = [
    ...times(20, { held: 85, left: 80 }),
    { held: 240, left: 150 },
    { held: 152, left: 110 },
    { held: 112, left: 84 },
    ...times(100, { held: 90, left: 84 }),
  ];
  expect(collections(80, looks)).toEqual([20, 21, 22, 23]);
});

it('collects after each of many floods', () => {
  const flood = [{ held: 240, left: 100 }, ...times(20, { held: 105, left: 100 })];
  expect(collections(100, [...flood, ...flood, ...flood])).toEqual([0, 1, 21, 22, 42, 43]);
});

it('collects after a flood that begins between two collections', () => {
  const looks = [
    { held: 240, left: 100 },
    { held: 300, left: 300, busy: 0.9 },
    { held: 240, left: 150 },
    ...times(20, { held: 105, left: 100 }),
  ];
  expect(collections(100, looks)).toEqual([0, 2, 3]);
});

it('waits for the end of a flood, and collects once before it believes that memory is in use', () => {
  const looks = [...times(5, { held: 240, left: 100, busy: 0.9 }), ...times(4, { held: 240, left: 235 })];
  expect(collections(80, looks)).toEqual([5]);
});

it('collects once an hour in the end for memory that stays in use', () => {
  const collected = collections(80, times(10_000, { held: 240, left: 235 }));
  expect(collected.length).toBeLessThanOrEqual(25);
  expect(collected.filter((turn) => turn >= 10_000 - 720)).toHaveLength(1);
});

it('collects ever rarer for memory that stays in use also where the process is busy for a moment every half minute', () => {
  const looks = times(2_880, [
    { held: 300, left: 295, busy: 0.5 },
    ...times(5, { held: 300, left: 295 }),
  ]).flat();
  expect(collections(80, looks).length).toBeLessThanOrEqual(60);
});

it('collects after a calm flood that still held all it took when it was looked at', () => {
  const looks = [...times(3, { held: 220, left: 215 }), ...times(20, { held: 220, left: 90 })];
  expect(collections(80, looks).find((turn) => turn >= 3)).toBe(4);
});

it('collects at the end of a busy flood, however often it was in vain before', () => {
  const looks = [
    ...times(2_000, { held: 220, left: 215 }),
    ...times(12, { held: 230, left: 230, busy: 0.9 }),
    { held: 230, left: 90 },
  ];
  expect(collections(80, looks).at(-1)).toBe(2_012);
});

it('collects soon where a calm flood of a long time falls off', () => {
  const looks = [...times(2_000, { held: 220, left: 215 }), { held: 180, left: 90 }];
  expect(collections(80, looks).at(-1)).toBe(2_000);
});

it('collects soon again after a calm flood, however long the memory of before was in use', () => {
  const looks = [
    ...times(2_000, { held: 220, left: 215 }),
    { held: 300, left: 295 },
    ...times(20, { held: 300, left: 90 }),
  ];
  expect(collections(80, looks).find((turn) => turn > 2_000)).toBe(2_004);
});
