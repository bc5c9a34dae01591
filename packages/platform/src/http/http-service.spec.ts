import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsServedBy } from './served-calls.js';
import { calls, Greetings, jsonOf, slowAnswers, startGreetings } from './spec-kit/greetings.js';

let greetings: Awaited<ReturnType<typeof startGreetings>>;
beforeAll(async () => {
  greetings = await startGreetings();
});
afterAll(() => greetings.close());

describe('a served call', () => {
  it('hands over parsed params, query and body', async () => {
    const answer = await greetings.post('/api/greet/de/?times=2', '{"name":" Ann "}');
    expect(answer.status).toBe(200);
    expect(await jsonOf(answer)).toEqual({ text: 'de Ann 2' });
  });

  it('answers 400 with one message for each wrong field, unknown ones too', async () => {
    const answer = await greetings.post('/api/greet/fr/?times=9', '{"name":"","admin":true}');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = await jsonOf(answer);
    expect(problem).toMatchObject({ code: 'InvalidRequest', error: 'Bad Request', status: 400 });
    expect(Object.keys(problem.fields).sort()).toEqual(['admin', 'language', 'name', 'times']);
    expect(problem.fields.name).toBe('Enter a name.');
    expect(problem.correlation_id).toBe(answer.headers.get('x-correlation-id'));
  });

  it.each([
    ['no body', ''],
    ['half a body', '{"name":'],
    ['a list', '[]'],
    ['a poisoned prototype', '{"name":"a","__proto__":{"staff":true}}'],
    ['a poisoned constructor', '{"name":"a","constructor":{"prototype":{"staff":true}}}'],
  ])('refuses %s', async (_what, body) => {
    const answer = await greetings.post('/api/greet/en/', body);
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([400, 'InvalidRequest']);
  });

  it.each([
    [
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
      400,
      {},
    ],
    ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le'), 400, {}],
    ['another charset', '{"name":"a"}', 415, { 'content-type': 'application/json; charset=utf-16' }],
    ['a body that was packed', gzipSync('{"name":"a"}'), 415, { 'content-encoding': 'gzip' }],
    ['a body that says it was packed', '{"name":"a"}', 415, { 'content-encoding': 'deflate' }],
  ])('does not convert text to another type: %s', async (_what, body, status, headers) => {
    const answer = await fetch(`${greetings.url}/api/greet/en/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const code = status === 400 ? 'InvalidRequest' : 'UnsupportedMediaType';
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([status, code]);
  });

  it('accepts text declared as UTF-8', async () => {
    const type = 'application/json; charset="UTF-8"';
    expect((await greetings.post('/api/greet/en/', '{"name":"Änn"}', type)).status).toBe(200);
  });

  it.each(['/api/leak/?a=1', '/api/fails/?kind=stream&a=1', '/api/fails/?kind=stream&kind=stream'])(
    'refuses an unknown or repeated parameter: %s',
    async (path) => {
      const answer = await greetings.get(path);
      expect([answer.status, (await jsonOf(answer)).code]).toEqual([400, 'InvalidRequest']);
    },
  );

  it('names the methods that a URL accepts when another one is used', async () => {
    for (const [path, method, allowed] of [
      ['/api/get_concepts/', 'DELETE', 'GET, HEAD'],
      ['/api/create_new_concept/', 'PUT', 'POST'],
      ['/user/google_link/', 'PATCH', 'GET, HEAD, POST'],
      ['/api/get_concept_details/1/', 'POST', 'GET, HEAD'],
    ] as const) {
      const answer = await fetch(`${greetings.url}${path}`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      expect((await jsonOf(answer)).code).toBe('MethodNotAllowed');
    }
  });

  it('refuses a form of another site', async () => {
    expect((await greetings.post('/api/greet/en/', '{"name":"a"}', 'text/plain')).status).toBe(415);
    expect(
      (await greetings.post('/api/greet/en/', 'name=a', 'application/x-www-form-urlencoded')).status,
    ).toBe(415);
  });

  it.each([
    ['/api/greet/en/', 16_384],
    ['/api/long_greeting/', 20_000],
  ])('accepts no body of %s beyond %d bytes, with or without a declared length', async (path, limit) => {
    const bodyOf = (bytes: number) => JSON.stringify({ name: 'a'.repeat(bytes - 11) });
    const statusOf = async (body: RequestInit['body']) => {
      const answer = await fetch(`${greetings.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
        body,
      } as RequestInit);
      return [answer.status, (await jsonOf(answer)).code];
    };
    expect(await statusOf(bodyOf(limit))).toEqual([200, undefined]);
    expect(await statusOf(bodyOf(limit + 1))).toEqual([413, 'RequestTooLarge']);
    const pieces = [bodyOf(limit + 1).slice(0, 9_000), bodyOf(limit + 1).slice(9_000)];
    expect(await statusOf(ReadableStream.from(pieces.map((text) => Buffer.from(text))))).toEqual([
      413,
      'RequestTooLarge',
    ]);
  });

  it('cannot leak a field that is outside the contract', async () => {
    expect(await (await greetings.get('/api/leak/')).text()).toBe('{"text":"hello"}');
  });

  it('may answer finished bytes, or a stream of them', async () => {
    expect(await jsonOf(await greetings.get('/api/finished/'))).toEqual({ text: 'bytes' });
    const stream = await greetings.get('/api/fails/?kind=stream');
    expect([stream.headers.get('content-type'), await stream.text()]).toEqual(['text/event-stream', 'data']);
  });

  it('turns a refusal into its status and message', async () => {
    const answer = await greetings.get('/api/fails/?kind=refuse');
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([404, 'ConceptNotFound']);
  });

  it('asks to try again while a part is unavailable', async () => {
    const answer = await greetings.get('/api/fails/?kind=outage');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await jsonOf(answer)).code).toBe('Unavailable');
  });

  it('also asks to try again while PostgreSQL has no space left', async () => {
    expect((await greetings.get('/api/fails/?kind=full')).status).toBe(503);
  });

  it.each(['throw', 'shape'])('reveals nothing about a bug (%s) but its correlation id', async (kind) => {
    const answer = await greetings.get(`/api/fails/?kind=${kind}`);
    const text = await answer.text();
    const { code, error } = JSON.parse(text);
    expect([answer.status, code, error]).toEqual([
      500,
      'Unexpected',
      'Something went wrong on our side. Try again in a moment.',
    ]);
    expect(text).not.toMatch(/secret detail|at .*\.ts/);
    expect(greetings.lines.join()).toContain(JSON.parse(text).correlation_id);
  });
});

describe('every answer', () => {
  it('carries the caller’s correlation id when it is a UUID, and otherwise a new one', async () => {
    const mine = randomUUID();
    const answer = await greetings.get('/api/who_am_i/', {
      ...(await greetings.bearer('user')),
      'x-correlation-id': mine,
    });
    expect(answer.headers.get('x-correlation-id')).toBe(mine);
    expect((await jsonOf(answer)).correlation).toBe(mine);
    const other = await greetings.get('/api/finished/', { 'x-correlation-id': 'ann@example.com' });
    expect(other.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/api/finished/', '/api/who_am_i/', '/nowhere/'])('carries security headers: %s', async (path) => {
    const { headers } = await greetings.get(path, { origin: 'https://elsewhere.test' });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('is a problem document for an unknown or malformed URL', async () => {
    const nothing = await greetings.get('/nowhere/');
    expect([nothing.status, (await jsonOf(nothing)).code]).toEqual([404, 'NotFound']);
    const malformed = await greetings.get('/api/%zz/');
    expect([malformed.status, (await jsonOf(malformed)).code]).toEqual([400, 'InvalidRequest']);
    for (const { headers } of [nothing, malformed]) {
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    }
  });

  it('leaves one log line with the route’s pattern, and no user input', async () => {
    greetings.lines.length = 0;
    await greetings.post('/api/greet/en/?times=1', '{"name":"Annabella"}');
    await greetings.post('/api/greet/en/?email=ann@example.com', '{"name":"Annabella"}');
    await expect.poll(() => greetings.lines.length).toBe(2);
    expect(greetings.lines.map((line) => JSON.parse(line))).toMatchObject([
      { route: '/api/greet/:language/', status: 200 },
      { route: '/api/greet/:language/', status: 400 },
    ]);
    expect(greetings.lines.join()).not.toMatch(/Annabella|ann@example/);
  });
});

describe('a flood straight at a service', () => {
  it('is answered with 503 before anything reads it, is counted in the log, and blocks no one else', async () => {
    // A busy machine sends less in a second than a whole network may.
    const flooded = await startGreetings({ networkFactor: 0.05 });
    const statuses: number[] = [];
    while (!statuses.includes(503) && statuses.length < 200) {
      // What is not JSON would be refused by whatever read it.
      const answer = await flooded.post('/api/greet/en/', 'not read');
      statuses.push(answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('1');
      await answer.arrayBuffer();
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 503]);
    expect((await flooded.get('/api/finished/')).status).toBe(200);
    await expect.poll(() => flooded.lines.join()).toContain('requests were shed');
    expect(flooded.lines.join()).toContain('"shed":[{"cost":"command","requests":1}]');
    expect(flooded.lines.join()).not.toContain('a request failed');
    await flooded.close();
  });
});

describe('a caller who leaves before there is an answer', () => {
  it('counts as gone even when that is checked later, and nothing is kept open for them', async () => {
    await expect(fetch(`${greetings.url}/api/slow/`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    await expect.poll(() => slowAnswers.length).toBe(1);
    await expect.poll(() => slowAnswers[0]?.stream.destroyed).toBe(true);
    expect(slowAnswers[0]?.signal.aborted).toBe(true);
  });

  it('in the middle of a request is not logged as an error', async () => {
    const socket = connect(Number(new URL(greetings.url).port), '127.0.0.1');
    socket.write(
      'POST /api/greet/en/ HTTP/1.1\r\nHost: spec\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{',
    );
    await new Promise((later) => setTimeout(later, 100));
    socket.destroy();
    await new Promise((later) => setTimeout(later, 100));
    expect(greetings.lines.join()).not.toContain('aborted');
  });
});

describe('closing', () => {
  it('does not wait for answers that never end', async () => {
    const other = await startGreetings();
    const answer = await other.get('/api/fails/?kind=endless');
    const reader = answer.body?.getReader();
    await reader?.read();
    const [ending] = await Promise.all([reader?.read().catch(() => ({ done: true })), other.close()]);
    expect(ending?.done).toBe(true);
  });
});

describe('health', () => {
  it('is served without a token', async () => {
    expect((await greetings.get('/health/live')).status).toBe(200);
    expect(await jsonOf(await greetings.get('/health/ready'))).toEqual({
      status: 'ready',
      checks: { part: { ready: true } },
    });
  });
});

describe('the registry', () => {
  it('knows which calls the controllers serve', () => {
    expect(callsServedBy([Greetings]).map(({ path }) => path)).toEqual(
      Object.values(calls).map(({ path }) => path),
    );
  });
});
