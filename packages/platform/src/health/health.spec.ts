import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askReadiness } from './ask-readiness.js';
import { readiness } from './health.js';
import { startHealthServer } from './health-server.js';

afterEach(() => vi.useRealTimers());

describe('readiness', () => {
  it('is ready when every check is', async () => {
    const answer = await readiness({ database: () => ({ ready: true, detail: { lag: 0 } }) });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({
      status: 'ready',
      checks: { database: { ready: true, lag: 0 } },
    });
  });

  it('is not ready when one check throws, and does not quote the fault', async () => {
    const answer = await readiness({
      database: () => {
        throw new Error('password authentication failed for user "ann"');
      },
      store: () => ({ ready: true }),
    });
    expect(answer.status).toBe(503);
    expect(answer.body).not.toContain('ann');
  });

  it('does not wait for a check that never answers', async () => {
    vi.useFakeTimers();
    const waiting = readiness({ store: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await waiting).status).toBe(503);
  });
});

describe('health server', () => {
  it('answers the two paths on a free port, and nothing else', async () => {
    const server = await startHealthServer(
      { host: '127.0.0.1', port: 0 },
      { part: () => ({ ready: false }) },
    );
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/health/ready')).toBe(503);
    expect(await statusOf('/')).toBe(404);
    const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await metrics.json()).toMatchObject({ status: 404, code: 'NotFound' });
    await server.close();
  });
});

describe('a readiness check of a part', () => {
  const serve = async (checks: Parameters<typeof startHealthServer>[1]) => {
    const server = await startHealthServer({ host: '127.0.0.1', port: 0 }, checks);
    onTestFinished(() => server.close());
    return `http://127.0.0.1:${server.port}`;
  };

  it('names each failing check, and why', async () => {
    const url = await serve({
      trendList: () => ({ ready: false, why: 'ConceptRenamed 5d0c… cannot be applied: no' }),
      growth: () => ({ ready: true }),
      mail: () => {
        throw new TypeError('secret');
      },
    });
    expect(await askReadiness(url)).toEqual([
      { check: 'trendList', why: 'ConceptRenamed 5d0c… cannot be applied: no' },
      { check: 'mail', why: 'asking it failed (TypeError)' },
    ]);
    expect(await askReadiness(await serve({ growth: () => ({ ready: true }) }))).toEqual([]);
  });

  it('distinguishes a part that is gone from one that is silent', async () => {
    expect(await askReadiness('http://127.0.0.1:1')).toEqual([
      { check: 'answer', why: 'nothing listens there' },
    ]);
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    expect(await askReadiness(`http://127.0.0.1:${port}`)).toEqual([
      { check: 'answer', why: 'it does not answer' },
    ]);
  });
});
