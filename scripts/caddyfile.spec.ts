import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bodyLimitOf, type Call, calls, headers, serviceOf } from '../packages/contracts/src/index.js';
import { upstreamOf } from '../packages/embedded/src/gateway/routing.js';
import { boundedServer, usualBounds } from '../packages/platform/src/http/bounded-server.js';
import { createWebServer } from '../web/server/serve.js';
import type { Site } from '../web/server/site.js';
import type { ViolationCount } from '../web/server/violation-count.js';
import { reportPath } from '../web/server/violations.js';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('Caddyfile');
const compose: { services: Record<string, { readonly environment?: Readonly<Record<string, string>> }> } =
  parse(read('docker-compose.yml'), { merge: true });

describe('Caddyfile', () => {
  const matchers = new Map(
    [...text.matchAll(/@(\w+) \{\s+path (\S+)\s+method ([\w ]+?)\s+\}/g)].map(([, name, path, methods]) => [
      `@${name}`,
      { path, methods: methods?.split(' ') },
    ]),
  );
  const handles = [...text.matchAll(/handle (\S+ )?\{\s+reverse_proxy ([\w-]+):(\d+)/g)].map(
    ([, matcher, service, port]) => ({ matcher: matcher?.trim(), service, port }),
  );

  /** The first block that matches, as in Caddy. */
  const answers = (method: string, path: string) =>
    handles.find(({ matcher }) => {
      if (matcher === undefined) return true;
      const named = matchers.get(matcher);
      const pattern = named?.path ?? matcher;
      return path.startsWith(pattern.replace(/\*$/, '')) && (named?.methods?.includes(method) ?? true);
    })?.service;

  it.each(Object.entries(calls))('sends %s where the contract says', (_name, call) => {
    expect(answers(call.method, call.path)).toBe(serviceOf(call));
  });

  it('sends screens and files to the web server, and HEAD where GET goes', () => {
    expect(answers('GET', '/see_concepts')).toBe('web');
    expect(answers('HEAD', '/api/get_concepts/')).toBe('query-service');
  });

  it('sends what browsers report of the policy to the web server, as the gateway does', () => {
    expect(answers('POST', reportPath)).toBe('web');
    expect(upstreamOf('POST', reportPath)).toBe('web');
  });

  it('sends HSTS for a year, once on every answer over HTTPS', () => {
    expect(text).toContain('header >Strict-Transport-Security "max-age=31536000; includeSubDomains"');
  });

  it('removes what services say to the gateway alone', () => {
    expect(text).toContain(
      `header -${headers.limitOf.replace(/(^|-)\w/g, (start) => start.toUpperCase())}\n`,
    );
  });

  it('times out a request that arrives drop by drop, but never an answer', () => {
    const [, timeouts = ''] = /servers \{[^}]*?timeouts \{([^}]*)\}/.exec(text) ?? [];
    expect(timeouts.trim().split(/\s*\n\s*/)).toStrictEqual(['read_header 10s', 'read_body 30s']);
  });

  it('keeps no idle connection for as long as the services do, which might close it under a command', () => {
    const proxies = [...text.matchAll(/reverse_proxy .*/g)].map(([proxy]) => proxy);
    const sharing = [...text.matchAll(/reverse_proxy [\w-]+:\d+ \{\s+import kept\s+\}/g)];
    expect(sharing).toHaveLength(proxies.length);
    const [, seconds] = /^\(kept\) \{\s+transport http \{\s+keepalive (\d+)s\s+\}\s+\}$/m.exec(text) ?? [];
    const served = () => undefined;
    const servers = [
      boundedServer(usualBounds, served),
      createWebServer(
        { scriptHashes: [] as readonly string[] } as Site,
        { signInScript: undefined, mapsScript: undefined },
        {} as ViolationCount,
      ),
    ];
    for (const { keepAliveTimeout } of servers)
      expect(keepAliveTimeout).toBeGreaterThan(Number(seconds) * 1_000);
  });

  it('accepts bodies up to the longest of any call', () => {
    const limits = [...text.matchAll(/request_body @(\w+) \{\s+max_size (\d+)(KiB|MiB)/g)].map(
      ([, name, size, unit]) => [name, Number(size) * (unit === 'MiB' ? 1_048_576 : 1_024)],
    );
    const longest = (form: boolean) =>
      Math.max(
        ...Object.values<Call>(calls).flatMap((call) => ('form' in call === form ? bodyLimitOf(call) : [])),
      );
    expect(limits).toStrictEqual([
      ['upload', longest(true)],
      ['other', longest(false)],
    ]);
  });

  it('names services of the compose file, on the ports they listen on', () => {
    expect(handles).toHaveLength(6);
    for (const { service = '', port } of handles)
      expect(compose.services[service]?.environment?.PORT).toBe(port);
  });
});
