import { generateKeyPairSync } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { defineCall, refuse } from '@groundswell/contracts';
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { EventStoreUnavailable } from '../../event-store/errors.js';
import { createTokenSigner, createTokenVerifier } from '../../identity/access-token.js';
import type { PrivateTokenKey } from '../../identity/keys.js';
import { currentCorrelation } from '../../logging/correlation.js';
import { createLog } from '../../logging/log.js';
import { SerialisedAnswer } from '../answer.js';
import type { CallInput } from '../call-input.js';
import { type Exchange, signedIn } from '../exchange.js';
import { Serves } from '../serves.js';
import { startHttpService } from '../start-http-service.js';

const greeting = z.object({ text: z.string() });
/** Calls of every kind of access, and one for each way to fail. */
export const calls = {
  greet: defineCall({
    method: 'POST',
    path: '/api/greet/:language/',
    summary: 'Greets',
    access: 'public',
    cost: 'command',
    params: z.object({ language: z.enum(['en', 'de']) }),
    query: z.object({ times: z.coerce.number().int().max(3).optional() }),
    body: z.strictObject({ name: z.string().trim().min(1, 'Enter a name.') }),
    response: greeting,
  }),
  longGreeting: defineCall({
    method: 'POST',
    path: '/api/long_greeting/',
    summary: 'Greets with a body longer than others',
    access: 'public',
    cost: 'read',
    body: z.strictObject({ name: z.string() }),
    bodyLimit: 20_000,
    response: greeting,
  }),
  leak: defineCall({
    method: 'GET',
    path: '/api/leak/',
    summary: 'Answers more than it may',
    access: 'public',
    cost: 'read',
    response: greeting,
  }),
  whoAmI: defineCall({
    method: 'GET',
    path: '/api/who_am_i/',
    summary: 'The signed-in user',
    access: 'user',
    cost: 'read',
    response: z.object({ id: z.string(), correlation: z.string() }),
  }),
  limited: defineCall({
    method: 'GET',
    path: '/api/limited/',
    summary: 'Asked too often by this person',
    access: 'user',
    cost: 'read',
    response: z.object({}),
  }),
  staffOnly: defineCall({
    method: 'GET',
    path: '/api/staff_only/',
    summary: 'For staff',
    access: 'staff',
    cost: 'read',
    response: z.object({}),
  }),
  finished: defineCall({
    method: 'GET',
    path: '/api/finished/',
    summary: 'Bytes that were made before',
    access: 'public',
    cost: 'read',
    response: greeting,
  }),
  slow: defineCall({
    method: 'GET',
    path: '/api/slow/',
    summary: 'Asks too late whether the caller is still there',
    access: 'public',
    cost: 'read',
    response: greeting,
  }),
  fails: defineCall({
    method: 'GET',
    path: '/api/fails/',
    summary: 'A bug',
    access: 'public',
    cost: 'read',
    query: z.object({
      kind: z.enum(['endless', 'throw', 'outage', 'full', 'shape', 'refuse', 'limit', 'stream']),
    }),
    response: greeting,
  }),
} as const;

const endless = () => {
  const stream = new PassThrough();
  stream.write(': open\n\n');
  return stream;
};

/** What `/api/slow/` has answered, and what it knew of its caller. */
export const slowAnswers: { readonly stream: Readable; readonly signal: AbortSignal }[] = [];

@Controller()
export class Greetings {
  @Serves(calls.greet)
  greet({ params, query, body }: CallInput<typeof calls.greet>) {
    return { text: `${params.language} ${body.name} ${query.times ?? 1}` };
  }

  @Serves(calls.longGreeting)
  longGreeting({ body }: CallInput<typeof calls.longGreeting>) {
    return { text: body.name };
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

  @Serves(calls.limited)
  limited() {
    return refuse('TooManyRequests');
  }

  @Serves(calls.staffOnly)
  staffOnly() {
    return {};
  }

  @Serves(calls.finished)
  finished() {
    return new SerialisedAnswer('{"text":"bytes"}');
  }

  @Serves(calls.slow)
  async slow(_input: CallInput<typeof calls.slow>, exchange: Exchange) {
    await setTimeout(200);
    const stream = endless();
    slowAnswers.push({ stream, signal: exchange.signal });
    return new SerialisedAnswer(stream, 'text/event-stream');
  }

  @Serves(calls.fails)
  fails({ query }: CallInput<typeof calls.fails>) {
    if (query.kind === 'endless') return new SerialisedAnswer(endless(), 'text/event-stream');
    if (query.kind === 'throw') throw new Error('secret detail');
    if (query.kind === 'full') throw Object.assign(new Error('could not extend file'), { code: '53100' });
    if (query.kind === 'outage') throw new EventStoreUnavailable(new Error('connect ECONNREFUSED'));
    if (query.kind === 'refuse') return refuse('ConceptNotFound');
    if (query.kind === 'limit') return refuse('TooManyRequests');
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

const configuration = { HOST: '127.0.0.1', PORT: 0 };

/** The service on a port of its own, with the ways to call it and the log lines that it wrote. */
export const startGreetings = async ({ networkFactor = 1_000 } = {}) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
  const sign = createTokenSigner(key);
  const lines: string[] = [];
  const { url, close } = await startHttpService({
    module: GreetingsModule,
    config: configuration,
    log: createLog({
      service: 'test',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    }),
    verifyToken: await createTokenVerifier([key]),
    networkFactor,
    checks: { part: () => ({ ready: true }) },
  });
  return {
    url,
    lines,
    close,
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers }),
    post: (path: string, body: string, type = 'application/json') =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': type } }),
    /** The header of someone who has signed in. */
    bearer: async (role: 'user' | 'staff', issuedAt = new Date()) => ({
      authorization: `Bearer ${sign({ id: 'user-1', role, sessionId: 's', tokenId: 't', issuedAt })}`,
    }),
  };
};

/** An answer's JSON; `fields` is there when it is a problem of fields. */
export const jsonOf = async (
  answer: Response,
): Promise<Record<string, unknown> & { fields: Record<string, string> }> => JSON.parse(await answer.text());
