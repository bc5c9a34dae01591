import { describe, expect, it } from 'vitest';
import { findingsOf } from './reports.js';

const resultsOf = (reject: string[], indeterminate: string[] = []) => ({ reject, indeterminate });

describe('what a review of the broker found', () => {
  it('is its codes, each once, in order', () => {
    expect(findingsOf(resultsOf(['TAX_IDENTIFICATION', 'PEP'], ['PEP', 'WATCHLIST_HIT']))).toEqual([
      'PEP',
      'TAX_IDENTIFICATION',
      'WATCHLIST_HIT',
    ]);
  });

  it('includes no other words of the broker, which may name people or be no text for the log', () => {
    const words = ['Ada Byron is not 35', 'PEP\u0000', 'A'.repeat(100), ''];
    expect(findingsOf(resultsOf([...words, 'DATE_OF_BIRTH']))).toEqual(['DATE_OF_BIRTH', 'OTHER']);
  });
});
