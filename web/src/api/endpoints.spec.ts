import { describe, expect, it } from 'vitest';
import { addressOf } from './endpoints.js';

describe('addressOf', () => {
  it('fills path parameters and appends the query, both encoded', () => {
    expect(addressOf('/api/get/:concept_id/', { concept_id: 'a/b' }, { q: 'x&y' })).toBe(
      '/api/get/a%2Fb/?q=x%26y',
    );
  });
});
