import { describe, expect, it } from 'vitest';
import { answer, securityHeaders } from './answer.js';
import type { Asset, Site } from './site.js';

const asset = (type: string, immutable: boolean): Asset => ({
  type,
  etag: `W/"${type}"`,
  immutable,
  bodies: { identity: Buffer.from('plain'), br: Buffer.from('br'), gzip: Buffer.from('gzip') },
});
const page = asset('text/html; charset=utf-8', false);
const site: Site = {
  page,
  assets: new Map([
    ['/index.html', page],
    ['/assets/index-abc.js', asset('text/javascript', true)],
  ]),
  scriptHashes: ["'sha256-abc='"],
};
const ask = (path: string, more: Partial<Parameters<typeof answer>[1]> = {}) =>
  answer(site, { method: 'GET', path, acceptEncoding: 'gzip, deflate, br', ifNoneMatch: undefined, ...more });

describe('the web server', () => {
  it.each(['/', '/see_concepts', '/see_concepts/', '/get_concept/1764fdf5-b5ed'])(
    'answers the screen %s with the document, never cached without revalidation',
    (path) => {
      const { status, headers } = ask(path);

      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        page.type,
        'no-cache',
      ]);
    },
  );

  it.each(['/metrics', '/metrics/'])('says in a problem document that nothing is at %s', (path) => {
    const { status, headers, body } = ask(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(String(body))).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('lets hashed files be cached forever', () => {
    expect(ask('/assets/index-abc.js').headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/assets/index-old.js', '/favicon.ico', '/assets/'])(
    'has no file %s, and no document in its place',
    (path) => {
      expect(ask(path).status).toBe(404);
    },
  );

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', undefined],
    // A header of thousands of commas would take as long as a page.
    [`${','.repeat(300)}gzip`, undefined],
  ])('for "%s" sends the encoding %s', (acceptEncoding, encoding) => {
    expect(ask('/assets/index-abc.js', { acceptEncoding }).headers['content-encoding']).toBe(encoding);
  });

  it('does not resend what the browser has', () => {
    const { status, body } = ask('/', { ifNoneMatch: page.etag });

    expect([status, body]).toEqual([304, undefined]);
  });

  it('answers only GET and HEAD', () => {
    expect(ask('/', { method: 'POST' }).status).toBe(405);
    expect(ask('/', { method: 'HEAD' }).status).toBe(200);
  });

  it.each(['/health/live', '/health/ready'])('is healthy: %s', (path) => {
    expect(ask(path)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  });
});

describe('the content security policy', () => {
  const policy = securityHeaders(site)['content-security-policy'] ?? '';

  it('runs scripts of our own and the inline one by its hash, and no other', () => {
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('allows no other origin unless configured, and then only that one script', () => {
    const script = 'https://accounts.google.com/gsi/client';
    const configured = securityHeaders(site, { signInScript: script });

    expect(policy.replace("img-src 'self' data: blob: https:", '')).not.toMatch(/http|frame-src/);
    expect(
      configured['content-security-policy']?.split('; ').filter((part) => part.includes('http')),
    ).toEqual([
      `script-src 'self' 'sha256-abc=' ${script}`,
      'frame-src https://accounts.google.com',
      "img-src 'self' data: blob: https:",
      "connect-src 'self' https://accounts.google.com",
    ]);
    expect([
      securityHeaders(site)['cross-origin-opener-policy'],
      configured['cross-origin-opener-policy'],
    ]).toEqual(['same-origin', 'same-origin-allow-popups']);
  });

  it.each([
    [
      'https://maps.googleapis.com/maps/api/js',
      'https://maps.googleapis.com',
      'https://maps.googleapis.com https://places.googleapis.com',
    ],
    ['http://127.0.0.1:1/maps.js', 'http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ])('allows the origin of a configured maps script, and its requests: %s', (mapsScript, origin, asked) => {
    const configured = securityHeaders(site, { mapsScript });

    expect(
      configured['content-security-policy']?.split('; ').filter((part) => part.includes('http')),
    ).toEqual([
      `script-src 'self' 'sha256-abc=' ${origin}`,
      "img-src 'self' data: blob: https:",
      `connect-src 'self' ${asked}`,
    ]);
    expect(configured['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('is never framed', () => {
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
