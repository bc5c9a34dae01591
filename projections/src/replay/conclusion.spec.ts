import { describe, expect, it } from 'vitest';
import { notCompared } from './compare-live.js';
import { conclusionOf, differencesText, isClean, wrongText } from './conclusion.js';

const compared = (differences: number) => ({
  readModel: 'trendList',
  position: 303n,
  tables: [],
  differences,
});
const damaged = { ...compared(0), damage: 'table card is missing. `replay trendList` rebuilds it.' };
const leftOut = notCompared({ name: 'growth' } as never, 'there is no live one yet');

describe('the result of a comparison', () => {
  it('is all or nothing where all was compared', () => {
    expect(conclusionOf([compared(0)])).toBe('Every row matches the log.');
    expect(conclusionOf([compared(0), compared(1)])).toBe(
      '1 row doesn’t match the log. Run `audit verify` first: if it finds nothing, `replay` fixes that.',
    );
  });

  it('is kept with the rebuild as the rows of all read models', () => {
    expect(differencesText([compared(0)])).toBe('0 differences');
    expect(differencesText([compared(0), compared(1)])).toBe('1 difference');
    expect(wrongText([compared(0), compared(1)])).toBe('1 row differed from what was served');
    expect(wrongText([compared(1_000), compared(234)])).toBe('1,234 rows differed from what was served');
  });

  it('is not claimed for what was not compared', () => {
    expect(conclusionOf([compared(0), leftOut])).toBe(
      'Every compared row matches the log. Left out, fully or partly: growth.',
    );
    expect(conclusionOf([leftOut])).toBe('Nothing was compared. Left out, fully or partly: growth.');
    expect(conclusionOf([compared(1), leftOut])).toMatch(/^1 row doesn’t match .+ Left out, .+: growth\.$/);
    expect(differencesText([leftOut])).toBe('nothing was compared');
    expect(wrongText([compared(0), leftOut])).toBeUndefined();
  });

  it('is not claimed of events that a read model which does not run has not read', () => {
    const halted = { ...compared(0), leftOut: 'no process owns it, so it does not advance' };
    expect(conclusionOf([halted])).toBe(
      'Every compared row matches the log. Left out, fully or partly: trendList.',
    );
    expect(isClean([halted])).toBe(false);
  });

  it('names read models whose tables are damaged, whatever their rows', () => {
    expect(conclusionOf([compared(0), damaged])).toBe('trendList has damaged tables. `replay` fixes that.');
    expect(conclusionOf([compared(2), damaged])).toBe(
      '2 rows don’t match the log; trendList has damaged tables. Run `audit verify` first: if it finds nothing, `replay` fixes that.',
    );
    expect(differencesText([damaged])).toBe('nothing was compared; trendList has damaged tables');
    expect(wrongText([damaged])).toBe('trendList has damaged tables');
  });

  it('is clean where every row was compared and is right, and nowhere else', () => {
    const cases = [[compared(0)], [compared(1)], [compared(0), leftOut], [leftOut], [compared(0), damaged]];
    expect(cases.map(isClean)).toEqual([true, false, false, false, false]);
  });
});
