import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { securityHeaders } from './answer.js';
import { createWebServer } from './serve.js';
import type { Asset, Site } from './site.js';
import { ViolationCount } from './violation-count.js';
import { reportPath } from './violations.js';

const page: Asset = {
  type: 'text/html; charset=utf-8',
  etag: 'W/"page"',
  immutable: false,
  bodies: { identity: Buffer.from('<!doctype html>') },
};
const site: Site = { page, assets: new Map([['/index.html', page]]), scriptHashes: [] };

let counted: ViolationCount;
let server: Server;
let address: string;
beforeAll(async () => {
  counted = new ViolationCount();
  server = createWebServer(site, {}, counted).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void counted.account());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = async (body: unknown, type: string): Promise<number> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': type };
  return (await fetch(`${address}${reportPath}`, { method: 'POST', body: text, headers })).status;
};
/** A report as Firefox and Safari send it, with everything that must not be kept. */
const single = (directive: string, blocked: string) => ({
  'csp-report': {
    'document-uri': 'https://groundswell.test/get_concept/7?email=ann@example.com',
    referrer: 'https://groundswell.test/login?next=secret',
    'effective-directive': directive,
    'violated-directive': `${directive} 'self'`,
    'original-policy': "default-src 'none'",
    'blocked-uri': blocked,
    'script-sample': 'password = "hunter2"',
  },
});
const sendSingle = (directive: string, blocked: string) =>
  send(single(directive, blocked), 'application/csp-report');
/** Several reports together, as Chrome sends them. */
const report = (directive: string, blocked: string) => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://groundswell.test/settings?email=ann@example.com',
  user_agent: 'Ann’s browser',
  body: {
    effectiveDirective: directive,
    blockedURL: blocked,
    documentURL: 'https://groundswell.test/settings?email=ann@example.com',
    sample: 'hunter2',
    disposition: 'enforce',
  },
});
const severalType = 'application/reports+json';

describe('the policy', () => {
  it('says in both ways where violations are reported, on this server', () => {
    const headers = securityHeaders(site);
    expect(headers['content-security-policy']).toContain(`report-uri ${reportPath}; report-to policy`);
    expect(headers['reporting-endpoints']).toBe(`policy="${reportPath}"`);
  });
});

describe('a report', () => {
  it('is counted by directive and origin, in either form', async () => {
    expect(await sendSingle('script-src-elem', 'https://evil.test/a.js?who=ann')).toBe(204);
    expect(await send([report('script-src-elem', 'https://evil.test/b.js')], severalType)).toBe(204);
    expect(
      await send([report('img-src', 'data'), report('connect-src', 'wss://evil.test/x')], severalType),
    ).toBe(204);
    expect(counted.account()).toMatchObject({
      violations: [
        { directive: 'script-src-elem', blocked: 'https://evil.test', count: 2 },
        { directive: 'img-src', blocked: 'data', count: 1 },
        { directive: 'connect-src', blocked: 'wss://evil.test', count: 1 },
      ],
      others: 0,
      unread: 0,
    });
    expect(counted.account()).toBeUndefined();
  });

  it.each([
    ['https://ann:secret@evil.test/path?email=ann@example.com#token', 'https://evil.test'],
    ['inline', 'inline'],
    ['data:text/html,ann@example.com', 'data'],
    ['chrome-extension://abcdef/ann.js', 'chrome-extension'],
    ['ann@example.com', 'other'],
    ['ann:hunter2', 'other'],
    [`https://${'ann.'.repeat(80)}test/`, 'other'],
    ['', 'other'],
  ])('keeps only the origin of a URL: %s', async (blocked, kept) => {
    await sendSingle('script-src', blocked);
    const account = counted.account();
    expect(account?.violations).toEqual([{ directive: 'script-src', blocked: kept, count: 1 }]);
    expect(JSON.stringify(account)).not.toMatch(/ann|hunter2|secret|groundswell/i);
  });

  it.each([
    ['half of one', '{"csp-report":', 'application/csp-report', 400],
    ['of a directive that there is not', single('ann@example.com', 'inline'), 'application/csp-report', 400],
    ['that says nothing', [], severalType, 400],
    ['of too many at once', Array(51).fill(report('img-src', 'data')), severalType, 400],
    ['without what it reports', [{ type: 'csp-violation', body: {} }], severalType, 400],
    ['of another kind', '{}', 'application/json', 415],
    ['too long', 'x'.repeat(40_000), 'application/csp-report', 413],
  ])('is refused: %s', async (_what, body, type, status) => {
    expect(await send(body, type)).toBe(status);
    expect(counted.account()).toBeUndefined();
  });

  it('is accepted only by POST', async () => {
    expect((await fetch(`${address}${reportPath}`)).status).toBe(405);
  });

  it('is read up to a hundred times a minute; further reports are counted unread', async () => {
    const statuses = await Promise.all(Array.from({ length: 103 }, () => sendSingle('img-src', 'data')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(counted.account()).toMatchObject({ violations: [{ count: 100 }], unread: 3 });
    expect(await sendSingle('img-src', 'data')).toBe(204);
  });

  it('is counted by up to twenty kinds; the rest are counted together', async () => {
    for (let turn = 0; turn < 25; turn += 1) await sendSingle('img-src', `https://host-${turn}.test/`);
    const account = counted.account();
    expect([account?.violations.length, account?.others]).toEqual([20, 5]);
  });

  it('that is left half sent stops nothing', async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const request = `POST ${reportPath} HTTP/1.1\r\nHost: spec\r\nContent-Type: application/csp-report\r\nContent-Length: 900\r\n\r\n{`;
    socket.write(request, () => socket.destroy());
    await once(socket, 'close');
    expect(await sendSingle('img-src', 'data')).toBe(204);
  });
});

describe('the server', () => {
  it('gives a request half a minute', () => {
    expect(server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000, maxConnections: 1_000 });
  });

  it('answers the document over it all, with the same headers', async () => {
    const answer = await fetch(`${address}/see_concepts`);
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>']);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
