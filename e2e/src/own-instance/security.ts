import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  signIn as enter,
  type Failure,
  forgetConnections,
  isDear,
  leftInLog,
  openWorld,
  operationsOf,
  seedOf,
  Tally,
  together,
  tryOperation,
} from '../fuzz/index.js';
import type { Instance, SignIn } from '../instance.js';

const minutes = 60_000;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly access: 'public' | 'user' | 'staff';
}

/** Set once it has started, as is what follows of it. */
let instance: Instance;
let operations: readonly Operation[];
let tokens: { readonly customer: string; readonly staff: string };

const signIn = async ({ email, password }: SignIn): Promise<string> => {
  const response = await fetch(`${instance.url}/user/token/`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json' },
  });
  const { access }: { access: string } = JSON.parse(await response.text());
  return access;
};

/** Every operation of the document the instance publishes. */
const published = async (): Promise<Operation[]> => {
  const response = await fetch(`${instance.url}/api/docs/openapi.json`);
  const { paths }: { paths: Record<string, Record<string, { 'x-access': Operation['access'] }>> } =
    JSON.parse(await response.text());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '1764fdf5-b5ed-4c44-9f3a-2c2f6c8f0001'),
      access: operation['x-access'],
    })),
  );
};

const answerOf = async (
  { method, path }: Operation,
  token?: string,
): Promise<{ status: number; 'cache-control': string | null }> => {
  const leaving = new AbortController();
  const response = await fetch(`${instance.url}${path}`, {
    method,
    signal: leaving.signal,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  // A live stream never ends on its own.
  leaving.abort();
  return { status: response.status, 'cache-control': response.headers.get('cache-control') };
};
const statusOf = async (operation: Operation, token?: string): Promise<number> =>
  (await answerOf(operation, token)).status;

const of = (access: Operation['access']) => operations.filter((operation) => operation.access === access);

const admitsThoseItIsFor = () => {
  it('is found', () => {
    expect(operations.length).toBeGreaterThan(25);
    expect(of('staff').length).toBeGreaterThan(8);
    expect(of('user').length).toBeGreaterThan(0);
  });

  it('needs a token unless it is public, and accepts no broken one', async () => {
    for (const operation of [...of('user'), ...of('staff')]) {
      for (const token of [undefined, 'none', `${tokens.staff.slice(0, -4)}AAAA`]) {
        expect([operation.path, await statusOf(operation, token)]).toEqual([operation.path, 401]);
      }
    }
  });

  it('is refused to customers when it is for staff', async () => {
    for (const operation of of('staff')) {
      expect([operation.path, await statusOf(operation, tokens.customer)]).toEqual([operation.path, 403]);
    }
  });

  it('is reached by those it is for', async () => {
    for (const operation of [...of('user'), ...of('staff')]) {
      expect([401, 403, 500, 502, 503]).not.toContain(await statusOf(operation, tokens.staff));
    }
  });
};

const sendsSafeHeaders = () => {
  const headersOf = async (path: string, headers: Record<string, string> = {}) =>
    Object.fromEntries((await fetch(`${instance.url}${path}`, { headers })).headers);
  const addresses = [
    '/',
    '/login',
    '/see_concepts/',
    '/api/get_concepts/',
    '/user/user/',
    '/user/none',
    '/api/none',
  ];

  it.each(addresses)('of %s let a browser do no more than it needs', async (path) => {
    const headers = await headersOf(path, { origin: 'https://elsewhere.test' });
    const policy = headers['content-security-policy'] ?? '';
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers['referrer-policy']).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false);
    expect(headers['x-frame-options']).toBe('DENY');
    const isPage = headers['content-type']?.startsWith('text/html') === true;
    if (isPage) expect(headers['cross-origin-opener-policy']).toMatch(/^same-origin(-allow-popups)?$/);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('keep personal answers out of every cache', async () => {
    for (const path of ['/user/user/', '/user/sign_in_options/']) {
      expect((await headersOf(path))['cache-control']).toBe('no-store');
    }
    const own = of('user').filter(({ method }) => method === 'GET');
    expect(own.length).toBeGreaterThan(5);
    for (const { path } of own) {
      const { 'cache-control': keeping } = await answerOf(
        { method: 'GET', path, access: 'user' },
        tokens.customer,
      );
      expect([path, keeping]).toEqual([path, expect.stringMatching(/^(private, )?no-store$/)]);
    }
    for (const { method, path, access } of of('staff').filter(({ method }) => method === 'GET')) {
      const { 'cache-control': keeping } = await answerOf({ method, path, access }, tokens.staff);
      expect([path, keeping]).toEqual([path, expect.stringMatching(/^(private|no-store)\b/)]);
    }
  });
};

const refusesMalformedRequests = () => {
  const send = async (path: string, body: string, contentType = 'application/json') => {
    const response = await fetch(`${instance.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    return response.status;
  };

  it('is refused: JSON beyond the limit of its call', async () => {
    const body = JSON.stringify({ email: `${'a'.repeat(16_384)}@example.com` });
    expect(await send('/user/register/', body)).toBe(413);
  });

  it.each([
    ['prototype keys', '{"email":"a@example.com","__proto__":{"is_staff":true}}'],
    ['constructor keys', '{"email":"a@example.com","constructor":{"prototype":{"is_staff":true}}}'],
    ['broken JSON', '{"email":'],
    ['a list', '[]'],
    ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
  ])('is refused: %s', async (_what, body) => {
    expect(await send('/user/register/', body)).toBe(400);
  });

  it('is refused: a form of another site', async () => {
    expect(await send('/user/register/', 'email=a@example.com', 'application/x-www-form-urlencoded')).toBe(
      415,
    );
    expect(await send('/user/register/', '{"email":"a@example.com"}', 'text/plain')).toBe(415);
  });
};

const revealsNothingAtMadeUpAddresses = () => {
  /** Sends the path unchanged, while `fetch` would normalize it. */
  const getRaw = async (path: string) => {
    const { hostname, port } = new URL(instance.url);
    const asked = request({ hostname, port, path });
    asked.end();
    const [response]: IncomingMessage[] = await once(asked, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response ?? []) chunks.push(chunk);
    return { headers: response?.headers ?? {}, text: Buffer.concat(chunks).toString() };
  };
  const start = '<!doctype html>';

  it.each([
    ['/uploads/', 'etc/passwd', 'root:'],
    ['/api/', 'etc/passwd', 'root:'],
    ['/assets/', 'server/main.js', 'securityHeaders'],
    ['/', 'package.json', '"groundswell"'],
    ['/mailbox/', 'operator.json', 'DATABASE_URL'],
  ])('leads out of no directory: %s', async (directory, file, content) => {
    for (const up of ['../', '..%2f', '%2e%2e/', '..%5c', '..%252f', './../']) {
      for (const levels of [1, 2, 4, 9]) {
        const path = `${directory}${up.repeat(levels)}${file}`;
        expect([path, (await getRaw(path)).text.includes(content)]).toEqual([path, false]);
      }
    }
  });

  it.each([
    '/api/get_concept/?concept_id=',
    '/api/get_concept_details/',
    '/api/',
    '/user/',
    '/uploads/',
    '/get_concept/',
  ])('is never echoed as HTML: %s', async (path) => {
    const script = '<script>alert(1)</script>';
    for (const word of [script, encodeURIComponent(script)]) {
      const { headers, text } = await getRaw(path + word);
      const isPage = text.toLowerCase().startsWith(start);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(String(headers['content-type'])).toMatch(isPage ? /^text\/html/ : /json|^text\/plain/);
      if (isPage) expect(text).not.toContain('alert(1)');
    }
  });
};

const answersAsItsDocumentSays = () => {
  afterAll(forgetConnections);

  it('answers as its document says, and leaves no trace of refused input in the log', async () => {
    const [customer, staff] = await Promise.all([
      enter(instance.url, instance.signIns.customer),
      enter(instance.url, instance.signIns.staff),
    ]);
    const world = await openWorld(instance, { customers: [customer], staff: [staff] });
    const all = operationsOf(JSON.parse(await (await fetch(`${instance.url}/api/docs/openapi.json`)).text()));
    const tally = new Tally(all);
    const failures: Failure[] = [];
    // On a loaded machine any response may be late; `npm run fuzz` enforces two seconds.
    const run = { world, tally, longest: 15_000, fail: (failure: Failure) => failures.push(failure) };

    await together([...all.entries()], 8, ([place, operation]) =>
      tryOperation(run, operation, { requests: isDear(operation) ? 4 : 10, seed: seedOf(place) }),
    );

    expect(failures.map(({ operation, problems, curl }) => [operation, ...problems, curl])).toEqual([]);
    expect(all.filter(({ name }) => tally.of(name).sent === 0)).toEqual([]);
    expect(tally.limited / tally.sent).toBeLessThan(0.2);
    const { events, left } = await leftInLog(instance.dataDirectory, tally.refusedIds);
    expect(tally.refusedIds.size).toBeGreaterThan(200);
    expect([events > 0, left]).toEqual([true, []]);
  });
};

/** @param opened the instance, for within tests. It needs to accept ten thousand requests of an address. */
export const resistsAttacks = (opened: () => Instance) => {
  beforeAll(async () => {
    instance = opened();
    operations = await published();
    const [customer, staff] = await Promise.all([
      signIn(instance.signIns.customer),
      signIn(instance.signIns.staff),
    ]);
    tokens = { customer, staff };
  });

  describe('every operation of the OpenAPI document', { timeout: minutes }, admitsThoseItIsFor);
  describe('headers', sendsSafeHeaders);
  describe('a malformed request', { timeout: minutes }, refusesMalformedRequests);
  describe('a made-up URL', { timeout: minutes }, revealsNothingAtMadeUpAddresses);
  describe(
    'every operation, with valid and invalid input',
    { timeout: 2 * minutes },
    answersAsItsDocumentSays,
  );
};
