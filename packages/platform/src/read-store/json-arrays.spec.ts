import { describe, expect, it } from 'vitest';
import { JsonArrays } from './json-arrays.js';
import { Pages } from './pages.js';

/** What the database reads: the version of the format, and JSON. */
const read = (bytes: Buffer): unknown[] => {
  expect(bytes[0]).toBe(1);
  return JSON.parse(bytes.toString('utf8', 1));
};
const texts = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ index, text: 'é'.repeat(length) }));

describe('texts on pages', () => {
  it('are handed over once, in order, as arrays of which none is larger than a page', () => {
    const arrays = new JsonArrays(new Pages());
    const all = texts(3_000, 500);
    for (const text of all) arrays.add(text);
    const written = arrays.handOver();
    expect(written.flatMap(({ bytes }) => read(bytes))).toEqual(all.map((text) => JSON.parse(text)));
    expect(written.length).toBeGreaterThan(3);
    expect(Math.max(...written.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(2 ** 20);
    expect([arrays.length, arrays.handOver()]).toEqual([0, []]);
  });

  it('may be longer than a page usually is', () => {
    const arrays = new JsonArrays(new Pages());
    const long = texts(2, 2 ** 20);
    for (const text of ['1', ...long, '2']) arrays.add(text);
    const whole = arrays.handOver().flatMap(({ bytes }) => read(bytes));
    expect(whole).toEqual([1, ...long.map((text) => JSON.parse(text)), 2]);
  });

  it('are found again where they were put, whatever lies between the arrays', () => {
    const pages = new Pages();
    const first = new JsonArrays(pages);
    const place = first.add('{"a":1}');
    const [one] = first.handOver();
    pages.withRoom(10).put('loaded');
    const second = new JsonArrays(pages);
    second.add('{"b":2}');
    const [two] = second.handOver();
    expect([one, two].map((array) => array && read(array.bytes))).toEqual([[{ a: 1 }], [{ b: 2 }]]);
    expect(place.page.text(place.at, 7)).toBe('{"a":1}');
  });

  it('replace those that are no longer read', () => {
    const pages = new Pages();
    const before = pages.withRoom(100);
    before.put('old');
    pages.turn();
    pages.reuse(before);
    const after = pages.withRoom(100);
    expect([after === before, after.put('new'), after.text(0, 3)]).toEqual([true, 0, 'new']);
  });
});
