import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { defineCall, refuse } from '@groundswell/contracts';
import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EventStoreUnavailable } from '../event-store/errors.js';
import { createTokenSigner, createTokenVerifier } from '../identity/access-token.js';
import type { PrivateTokenKey } from '../identity/keys.js';
import { currentCorrelation } from '../logging/correlation.js';
import { createLog } from '../logging/log.js';
import { SerialisedAnswer } from './answer.js';
import type { CallInput } from './call-input.js';
import { type Exchange, signedIn } from './exchange.js';
import { callsServedBy } from './served-calls.js';
import { Serves } from './serves.js';
import { type HttpService, startHttpService } from './start-http-service.js';

const greeting = z.object({ text: z.string() });
const calls = {
  greet: defineCall({
    method: 'POST',
    path: '/api/greet/:language/',
    summary: 'Greets',
    access: 'public',
    params: z.object({ language: z.enum(['en', 'de']) }),
    query: z.object({ times: z.coerce.number().int().max(3).optional() }),
    body: z.strictObject({ name: z.string().trim().min(1, 'Enter a name.') }),
    response: greeting,
  }),
  leak: defineCall({
    method: 'GET',
    path: '/api/leak/',
    summary: 'Answers more than it may',
    access: 'public',
    response: greeting,
  }),
  whoAmI: defineCall({
    method: 'GET',
    path: '/api/who_am_i/',
    summary: 'The signed-in user',
    access: 'user',
    response: z.object({ id: z.string(), correlation: z.string() }),
  }),
  staffOnly: defineCall({
    method: 'GET',
    path: '/api/staff_only/',
    summary: 'For staff',
    access: 'staff',
    response: z.object({}),
  }),
  finished: defineCall({
    method: 'GET',
    path: '/api/finished/',
    summary: 'Bytes that were made before',
    access: 'public',
    response: greeting,
  }),
  fails: defineCall({
    method: 'GET',
    path: '/api/fails/',
    summary: 'A bug',
    access: 'public',
    query: z.object({ kind: z.enum(['endless', 'throw', 'outage', 'shape', 'refuse', 'stream']) }),
    response: greeting,
  }),
} as const;

const endless = () => {
  const stream = new PassThrough();
  stream.write(': open\n\n');
  return stream;
};

@Controller()
class Greetings {
  @Serves(calls.greet)
  greet({ params, query, body }: CallInput<typeof calls.greet>) {
    return { text: `${params.language} ${body.name} ${query.times ?? 1}` };
  }

  @Serves(calls.leak)
  leak() {
    const row = { text: 'hello', ssn: '123-45-6789' };
    return row;
  }

  @Serves(calls.whoAmI)
  whoAmI(_input: CallInput<typeof calls.whoAmI>, exchange: Exchange) {
    return { id: signedIn(exchange).id, correlation: currentCorrelation()?.correlationId ?? 'lost' };
  }

  @Serves(calls.staffOnly)
  staffOnly() {
    return {};
  }

  @Serves(calls.finished)
  finished() {
    return new SerialisedAnswer('{"text":"bytes"}');
  }

  @Serves(calls.fails)
  fails({ query }: CallInput<typeof calls.fails>) {
    if (query.kind === 'endless') return new SerialisedAnswer(endless(), 'text/event-stream');
    if (query.kind === 'throw') throw new Error('secret detail');
    if (query.kind === 'outage') throw new EventStoreUnavailable(new Error('connect ECONNREFUSED'));
    if (query.kind === 'refuse') return refuse('ConceptNotFound');
    if (query.kind === 'stream')
      return new SerialisedAnswer(Readable.from(['da', 'ta']), 'text/event-stream');
    return { text: 42 as unknown as string };
  }

  unserved() {
    return 'not a call';
  }
}

@Module({ controllers: [Greetings] })
class GreetingsModule {}

let service: HttpService;
let tokenFor: (role: 'user' | 'staff', issuedAt?: Date) => Promise<string>;
const lines: string[] = [];

const start = async (key: PrivateTokenKey): Promise<HttpService> =>
  startHttpService({
    module: GreetingsModule,
    config: { HOST: '127.0.0.1', PORT: 0 },
    log: createLog({
      service: 'test',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    }),
    verifyToken: await createTokenVerifier([key]),
    checks: { part: () => ({ ready: true }) },
  });

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
  const sign = await createTokenSigner(key);
  tokenFor = (role, issuedAt = new Date()) =>
    sign({ id: 'user-1', role, sessionId: 's', tokenId: 't', issuedAt });
  service = await start(key);
});
afterAll(() => service.close());

const jsonOf = async (
  answer: Response,
): Promise<Record<string, unknown> & { fields: Record<string, string> }> => JSON.parse(await answer.text());
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers });
const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${service.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
const bearer = async (role: 'user' | 'staff', issuedAt?: Date) => ({
  authorization: `Bearer ${await tokenFor(role, issuedAt)}`,
});

describe('a served call', () => {
  it('hands over parsed params, query and body', async () => {
    const answer = await post('/api/greet/de/?times=2', '{"name":" Ann "}');
    expect(answer.status).toBe(200);
    expect(await jsonOf(answer)).toEqual({ text: 'de Ann 2' });
  });

  it('answers 400 with one message for each wrong field, unknown ones too', async () => {
    const answer = await post('/api/greet/fr/?times=9', '{"name":"","admin":true}');
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
    const answer = await post('/api/greet/en/', body);
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([400, 'InvalidRequest']);
  });

  it('refuses a form of another site, and a body beyond 1 MiB', async () => {
    expect((await post('/api/greet/en/', '{"name":"a"}', 'text/plain')).status).toBe(415);
    expect((await post('/api/greet/en/', 'name=a', 'application/x-www-form-urlencoded')).status).toBe(415);
    const huge = await post('/api/greet/en/', JSON.stringify({ name: 'a'.repeat(1_048_576) }));
    expect([huge.status, (await jsonOf(huge)).code]).toEqual([413, 'RequestTooLarge']);
  });

  it('cannot leak a field that is outside the contract', async () => {
    expect(await (await get('/api/leak/')).text()).toBe('{"text":"hello"}');
  });

  it('may answer finished bytes, or a stream of them', async () => {
    expect(await jsonOf(await get('/api/finished/'))).toEqual({ text: 'bytes' });
    const stream = await get('/api/fails/?kind=stream');
    expect([stream.headers.get('content-type'), await stream.text()]).toEqual(['text/event-stream', 'data']);
  });

  it('turns a refusal into its status and message', async () => {
    const answer = await get('/api/fails/?kind=refuse');
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([404, 'ConceptNotFound']);
  });

  it('asks to come back while a part is away', async () => {
    const answer = await get('/api/fails/?kind=outage');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await jsonOf(answer)).code).toBe('Unavailable');
  });

  it.each(['throw', 'shape'])('tells nothing about a bug (%s) but its correlation id', async (kind) => {
    const answer = await get(`/api/fails/?kind=${kind}`);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).code]).toEqual([500, 'Unexpected']);
    expect(text).not.toMatch(/secret detail|at .*\.ts/);
    expect(lines.join()).toContain(JSON.parse(text).correlation_id);
  });
});

describe('the guard', () => {
  it('asks for a token, and for staff on staff calls', async () => {
    expect((await get('/api/who_am_i/')).status).toBe(401);
    expect((await get('/api/who_am_i/', await bearer('user'))).status).toBe(200);
    expect((await get('/api/staff_only/')).status).toBe(401);
    expect((await get('/api/staff_only/', await bearer('user'))).status).toBe(403);
    expect((await get('/api/staff_only/', await bearer('staff'))).status).toBe(200);
  });

  it('does not accept a token that has expired, nor anything that is no token', async () => {
    const old = await bearer('staff', new Date(Date.now() - 601_000));
    expect((await get('/api/staff_only/', old)).status).toBe(401);
    for (const authorization of ['Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'a'.repeat(5_000)}`]) {
      expect((await get('/api/staff_only/', { authorization })).status).toBe(401);
    }
  });

  it('lets a public call pass with a token that has expired', async () => {
    const old = await bearer('user', new Date(Date.now() - 601_000));
    expect((await get('/api/finished/', old)).status).toBe(200);
  });

  it.each([
    '/api/%73taff_only/',
    '/api//staff_only/',
    '//api/staff_only/',
    '/api/staff_only/;x=1',
    '/API/STAFF_ONLY/',
    '/api/staff_only',
    '/api/./staff_only/',
    '/api/staff_only/%2e',
  ])('is not passed by writing the path as %s', async (path) => {
    expect([401, 404, 400]).toContain((await get(path)).status);
  });
});

describe('every answer', () => {
  it('carries the caller’s correlation id when it is a UUID, else one of ours', async () => {
    const mine = randomUUID();
    const answer = await get('/api/who_am_i/', { ...(await bearer('user')), 'x-correlation-id': mine });
    expect(answer.headers.get('x-correlation-id')).toBe(mine);
    expect((await jsonOf(answer)).correlation).toBe(mine);
    const other = await get('/api/finished/', { 'x-correlation-id': 'ann@example.com' });
    expect(other.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/api/finished/', '/api/who_am_i/', '/nowhere/'])('carries security headers: %s', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('is a problem document where there is nothing, and for a malformed address', async () => {
    const nothing = await get('/nowhere/');
    expect([nothing.status, (await jsonOf(nothing)).code]).toEqual([404, 'NotFound']);
    const malformed = await get('/api/%zz/');
    expect([malformed.status, (await jsonOf(malformed)).code]).toEqual([400, 'InvalidRequest']);
  });

  it('leaves one log line with the route’s pattern, and nothing that was typed', async () => {
    lines.length = 0;
    await post('/api/greet/en/?times=1&email=ann@example.com', '{"name":"Annabella"}');
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/api/greet/:language/', status: 200 });
    expect(lines.join()).not.toMatch(/Annabella|ann@example/);
  });
});

describe('closing', () => {
  it('does not wait for answers that would go on for ever', async () => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
    const other = await start(key);
    const answer = await fetch(`${other.url}/api/fails/?kind=endless`);
    const reader = answer.body?.getReader();
    await reader?.read();
    const [ending] = await Promise.all([reader?.read().catch(() => ({ done: true })), other.close()]);
    expect(ending?.done).toBe(true);
  });
});

describe('health', () => {
  it('is served without a token', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect(await jsonOf(await get('/health/ready'))).toEqual({
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
