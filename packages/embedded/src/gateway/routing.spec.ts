import { calls, serviceOf } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { largestBody, pathOf, routeOf, streamPaths, upstreamOf } from './routing.js';

describe('routing', () => {
  it.each(Object.entries(calls))('sends %s where the contract says', (_name, call) => {
    expect(upstreamOf(call.method, call.path)).toBe(serviceOf(call));
  });

  it.each([
    ['HEAD', '/api/get_concepts/', 'query-service'],
    ['DELETE', '/api/anything/', 'command-service'],
    ['GET', '/user/user/', 'command-service'],
    ['GET', '/api/find_assets', 'command-service'],
    ['GET', '/', 'web'],
    ['GET', '/see_concepts', 'web'],
    ['GET', '/users', 'web'],
    ['GET', '/apix/', 'web'],
    ['POST', '/%61pi/create_new_concept/', 'web'],
  ])('sends %s %s to %s', (method, path, upstream) => {
    expect(upstreamOf(method, path)).toBe(upstream);
  });

  it('accepts bodies as long as their calls allow', () => {
    expect(largestBody('POST', '/api/upload_file/')).toBe(6_291_456);
    expect(largestBody('POST', '/api/upload_files/')).toBe(16_384);
    expect(largestBody('POST', '/user/token')).toBe(16_384);
    expect(largestBody('POST', '/api/rebalance_concept/')).toBe(65_536);
    expect(largestBody('POST', '/csp_report')).toBe(32_768);
  });

  it('names a route by its pattern, and anything else by the service that answers', () => {
    expect(routeOf('GET', '/uploads/ada@example.com')).toBe('/uploads/:file');
    expect(routeOf('HEAD', '/api/get_concepts')).toBe('/api/get_concepts/');
    expect(routeOf('GET', '/ada@example.com')).toBe('(web)');
    expect(routeOf('POST', '/api/ada@example.com/')).toBe('(command-service)');
  });

  it('knows the answers that never end', () => {
    expect(streamPaths).toStrictEqual(['/api/live', '/api/live_own']);
  });

  it('drops the query, which may hold what logs must not', () => {
    expect(pathOf('/password_reset?token=secret')).toBe('/password_reset');
  });
});
