import { calls, serviceOf } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { bodyLimitOf, pathOf, upstreamOf } from './routing.js';

describe('routing', () => {
  it.each(Object.entries(calls))('sends %s where the contract says', (_name, call) => {
    expect(upstreamOf(call.method, call.path)).toBe(serviceOf(call));
  });

  it.each([
    ['HEAD', '/api/get_concepts/', 'query-service'],
    ['DELETE', '/api/anything/', 'command-service'],
    ['GET', '/user/user/', 'command-service'],
    ['GET', '/', 'web'],
    ['GET', '/see_concepts', 'web'],
    ['GET', '/users', 'web'],
    ['GET', '/apix/', 'web'],
    ['POST', '/%61pi/create_new_concept/', 'web'],
  ])('sends %s %s to %s', (method, path, upstream) => {
    expect(upstreamOf(method, path)).toBe(upstream);
  });

  it('allows larger bodies for uploads alone', () => {
    expect(bodyLimitOf('/api/upload_file/')).toBe(6_291_456);
    expect(bodyLimitOf('/api/upload_files/')).toBe(1_048_576);
    expect(bodyLimitOf('/user/token/')).toBe(1_048_576);
  });

  it('drops the query, which may hold what logs must not', () => {
    expect(pathOf('/password_reset?token=secret')).toBe('/password_reset');
  });
});
