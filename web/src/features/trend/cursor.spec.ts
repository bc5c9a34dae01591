import { describe, expect, it } from 'vitest';
import { choose, placeOf, pointAt } from './cursor.js';

const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((date) => ({ date }));

describe('the cursor of the chart', () => {
  it('stands nowhere at first', () => {
    expect(placeOf({}, days)).toBeUndefined();
  });

  it('is with the pointer as long as that is on the chart, then again on the chosen day', () => {
    const chosen = choose('2026-03-03');
    const pointed = pointAt(chosen, '2026-03-05');
    expect(placeOf(pointed, days)).toBe(3);
    expect(placeOf(pointAt(pointed, undefined), days)).toBe(1);
  });

  it('follows the keys though a pointer rests on the chart, and stays there when the page scrolls away below it', () => {
    const cursor = choose('2026-03-04');
    expect(placeOf(cursor, days)).toBe(2);
    expect(placeOf(pointAt(cursor, undefined), days)).toBe(2);
  });

  it('keeps its day when earlier or later days come', () => {
    const cursor = choose('2026-03-04');
    expect(placeOf(cursor, days.slice(1))).toBe(1);
    expect(placeOf(cursor, [...days, { date: '2026-03-06' }])).toBe(2);
  });

  it('stands nowhere in a range without its day', () => {
    expect(placeOf(choose('2026-03-02'), days.slice(2))).toBeUndefined();
  });
});
