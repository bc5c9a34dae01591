import { type Call, calls } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { addressOf, endpoints } from './endpoints.js';

describe('endpoints', () => {
  it.each(Object.entries(endpoints))('%s has the method and path of the contract', (name, endpoint) => {
    const call: Call = calls[name as keyof typeof endpoints];

    expect(endpoint).toEqual({ method: call.method, path: call.path });
  });

  it('fills path parameters and appends the query, both encoded', () => {
    expect(addressOf('/api/get/:concept_id/', { concept_id: 'a/b' }, { q: 'x&y' })).toBe(
      '/api/get/a%2Fb/?q=x%26y',
    );
  });
});
