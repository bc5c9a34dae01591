import type { Refusal } from '@groundswell/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../identity/access-token.js';
import { type Form, type FormLimits, readForm } from './multipart.js';
import { networkOf } from './network.js';

/** What a handler may know of the request next to its input, and the headers it may set. */
export interface Exchange {
  /** Set for every call that is not public; tokens that come along with a public one are not looked at. */
  readonly user: CurrentUser | undefined;
  readonly correlationId: string;
  /** Path and query as sent. May hold what people typed: never log it. */
  readonly url: string;
  /** The caller's address, as the gateway saw it. Personal data: never log it, and keep it in the vault alone. */
  readonly address: string;
  /** What attempts of the caller are counted by. Personal data as well. */
  readonly network: string;
  /** For answers that stream: aborts when the caller has gone, and is aborted when they left before it was asked for. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** The body of a call that accepts a multipart form: its contract has no `body`. */
  readForm(limits: FormLimits): Promise<Form | Refusal>;
}

/** Where the guard leaves what it found out, keyed by request, so that no request object changes its shape. */
const users = new WeakMap<FastifyRequest, CurrentUser>();

/** For the guard alone, once it has checked the token. */
export const rememberUser = (request: FastifyRequest, user: CurrentUser): void => {
  users.set(request, user);
};

/** Undefined before the guard has run, in public calls, and where no one has shown a valid token. */
export const userOf = (request: FastifyRequest): CurrentUser | undefined => users.get(request);

/** The current user of a call that is not public; the guard has made sure of it. */
export const signedIn = (exchange: Exchange): CurrentUser => {
  if (!exchange.user) throw new Error('A handler of a public call asked for the user.');
  return exchange.user;
};

/** The one view that a handler has of Fastify's request, so that no handler depends on Fastify. */
export const createExchange = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  user: userOf(request),
  correlationId: request.id,
  url: request.url,
  address: request.ip,
  network: networkOf(request.ip),
  get signal() {
    const gone = new AbortController();
    // Who left while the handler was at work is not announced again.
    if (reply.raw.destroyed) gone.abort();
    else reply.raw.once('close', () => gone.abort());
    return gone.signal;
  },
  header: (name) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  },
  setHeader: (name, value) => {
    reply.header(name, value);
  },
  readForm: (limits) => readForm(request.raw, limits),
});
