import { describe, expect, it } from 'vitest';
import { notCompared } from './compare-live.js';
import { differencesText, wrongText } from './conclusion.js';

const compared = (differences: number) => ({
  readModel: 'trendList',
  position: 303n,
  tables: [],
  differences,
});
const leftOut = notCompared({ name: 'growth' } as never, 'there is no live one yet');

describe('what is kept of a comparison', () => {
  it('counts the rows of all read models', () => {
    expect(differencesText([compared(0)])).toBe('0 differences');
    expect(differencesText([compared(0), compared(1)])).toBe('1 difference');
    expect(wrongText([compared(0), compared(1)])).toBe('1 row differed from what was served');
    expect(wrongText([compared(1_000), compared(234)])).toBe('1,234 rows differed from what was served');
  });

  it('claims nothing of what was not compared', () => {
    expect(differencesText([leftOut])).toBe('nothing was compared');
    expect(wrongText([compared(0), leftOut])).toBeUndefined();
  });
});
