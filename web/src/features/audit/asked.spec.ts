import { describe, expect, it } from 'vitest';
import { askedIn, wholeOf } from './asked.js';

describe('what the audit is asked', () => {
  it('takes the filters from the address, and nothing else', () => {
    const search = new URLSearchParams('concept_id=c1&symbol=TSLA&from=&colour=blue&before=50');

    expect(askedIn(search)).toEqual({ concept_id: 'c1', symbol: 'TSLA', before: '50' });
  });

  it('asks for a file without a place in the pages', () => {
    expect(wholeOf({ symbol: 'TSLA', before: '50' })).toEqual({ symbol: 'TSLA' });
  });
});
