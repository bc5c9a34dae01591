import { describe, expect, it } from 'vitest';
import { notCompared } from './compare-live.js';
import { conclusionOf, differencesText, wrongText } from './conclusion.js';

const compared = (differences: number) => ({
  readModel: 'trendList',
  position: 303n,
  tables: [],
  differences,
});
const leftOut = notCompared({ name: 'growth' } as never, 'there is no live one yet');

describe('what a comparison has shown', () => {
  it('is all or nothing where all was compared', () => {
    expect(conclusionOf([compared(0)])).toBe('Every row is what the log says.');
    expect(conclusionOf([compared(0), compared(1)])).toBe(
      '1 row is not what the log says. `replay` mends that.',
    );
  });

  it('is kept with the rebuild as the rows of all read models', () => {
    expect(differencesText([compared(0)])).toBe('0 differences');
    expect(differencesText([compared(0), compared(1)])).toBe('1 difference');
    expect(wrongText([compared(0), compared(1)])).toBe('1 row differed from what was served');
    expect(wrongText([compared(1_000), compared(234)])).toBe('1,234 rows differed from what was served');
  });

  it('is not claimed of what was not compared', () => {
    expect(conclusionOf([compared(0), leftOut])).toBe('Every row that was compared is what the log says.');
    expect(conclusionOf([leftOut])).toBe('Nothing was compared.');
    expect(differencesText([leftOut])).toBe('nothing was compared');
    expect(wrongText([compared(0), leftOut])).toBeUndefined();
  });
});
