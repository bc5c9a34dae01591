import { describe, expect, it } from 'vitest';
import { highestIn, isLater } from './positions.js';

describe('positions of the log', () => {
  it.each([
    ['10', '9', true],
    ['9', '10', false],
    ['9', '9', false],
    ['9007199254740993', '9007199254740992', true],
    ['9', null, true],
    ['nonsense', null, false],
  ])('%s after %s: %s', (position, than, later) => {
    expect(isLater(position, than)).toBe(later);
  });

  it('are read from the id of a live message', () => {
    expect(highestIn('trendList=227,conceptRecord=9,growth=1033')).toBe('1033');
    expect(highestIn('')).toBe('0');
  });
});
