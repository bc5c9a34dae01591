import { describe, expect, it } from 'vitest';
import { describeStep, Progress } from './progress.js';

const step = { label: 'trendList', done: 2_000, unit: 'events' };

/** A screen, and all that was written on it. */
const screenOf = (columns?: number) => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text), isTTY: columns !== undefined, columns };
  return { written, screen };
};

describe('progress', () => {
  it('says how far it is, how fast, and how long it will take', () => {
    expect(describeStep({ ...step, fraction: 0.25 }, 10)).toBe(
      'trendList  [######..................]  25%  2,000 events  200/s  30 s left',
    );
    expect(describeStep({ ...step, fraction: 1 }, 10)).toContain('100%  2,000 events  200/s  10 s');
    expect(describeStep(step, 10)).toBe('trendList  2,000 events  200/s');
  });

  it('counts the rate and the time left from where it went on, and not from the beginning', () => {
    const begun = { fraction: 0.5, done: 1_000 };
    expect(describeStep({ ...step, fraction: 0.75 }, 10, begun)).toContain('100/s  10 s left');
  });

  it('says no rate and no time left before they mean anything', () => {
    expect(describeStep({ ...step, fraction: 0.01 }, 0.000_02)).toMatch(/ 1% {2}2,000 events$/);
    expect(describeStep(step, 0.5)).toBe('trendList  2,000 events');
    const nothingSince = { fraction: 0.25, done: 2_000 };
    expect(describeStep({ ...step, fraction: 0.25 }, 10, nothingSince)).toMatch(/2,000 events {2}0\/s$/);
  });

  it.each([
    [79, 'trendList  [######..................]  25%  2,000 events  200/s  30 s left'],
    [70, 'trendList  [####............]  25%  2,000 events  200/s  30 s left'],
    [60, 'trendList  [##......]  25%  2,000 events  200/s  30 s left'],
    [50, 'trendList  25%  2,000 events  200/s  30 s left'],
    [39, 'trendList  25%  200/s  30 s left'],
    [25, '25%  200/s  30 s left'],
  ])('in %d columns gives up the bar first, and the time left last', (room, shown) => {
    expect(describeStep({ ...step, fraction: 0.25 }, 10, undefined, room)).toBe(shown);
  });

  it('redraws a bar on a terminal, as wide as there is room', () => {
    let now = 0;
    const { written, screen } = screenOf(40);
    const bar = new Progress(screen, undefined, () => now);
    bar.show({ ...step, fraction: 0.1 });
    now = 2_000;
    bar.show({ ...step, done: 4_000, fraction: 0.2 });
    bar.clear();
    expect(written).toEqual([
      '\r\u001b[KtrendList  10%  2,000 events',
      '\r\u001b[KtrendList  20%  1,000/s  16 s left',
      '\r\u001b[K',
    ]);
  });

  it('writes a line now and then where there is no terminal', () => {
    let now = 0;
    const { written, screen } = screenOf();
    const lines = new Progress(screen, undefined, () => now);
    for (now = 0; now <= 12_000; now += 1_000) lines.show({ ...step, fraction: now / 20_000 });
    expect(written).toEqual([
      expect.stringMatching(/^trendList .+ 20% .+\n$/),
      expect.stringMatching(/^trendList .+ 40% .+\n$/),
      expect.stringMatching(/^trendList .+ 60% .+\n$/),
    ]);
  });
});
