import type { Session as TokenPair } from '@groundswell/contracts';
import { routes } from '@groundswell/contracts/routes';
import type { Trade } from '../session/one-tab.js';
import type { Tokens } from '../session/tokens.js';
import { ApiError, errorOf, timedOut, unreachable } from './api-error.js';
import {
  addressOf,
  type BodyFor,
  type CommandName,
  type ParamsFor,
  type QueryFor,
  type QueryName,
  type ResponseFor,
} from './endpoints.js';
import type { ReadAfter } from './read-after.js';
import { redirectTarget } from './redirect.js';

const patience = 20_000;

/** The client's browser dependencies, injected so that its rules can be tested without a browser. */
export interface ClientOptions {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly tokens: Tokens;
  readonly readAfter: ReadAfter;
  readonly newKey: () => string;
  /** Refreshes expired tokens in one tab; true when there are new ones, whichever tab got them. */
  readonly inOneTab: (expired: TokenPair, trade: Trade) => Promise<boolean>;
  /** After the session has ended: reloads the page. */
  readonly reload: () => void;
  /** Asks the person for a code; false when they decline. */
  readonly proveAnew: () => Promise<boolean>;
  /** Asks the person to prove their identity for the call at a path; undefined when they decline. */
  readonly proveFor: (path: string) => Promise<string | undefined>;
  readonly origin: string;
  readonly leaveFor: (address: string) => void;
}

export interface Answered<Data> {
  readonly data: Data;
  /** The read model did not yet include this browser's last write. */
  readonly stale: boolean;
  /** Log position of the response. */
  readonly position: string | null;
}

/** How to send a command. */
export interface Sending {
  /** The same for a repeat of the same submission, so that it is executed once. */
  readonly key?: string;
  /** The revision the change was based on, so that someone else's later change is not overwritten. */
  readonly revision?: string;
  /** Delivers it even if the page is left while it is being sent. */
  readonly keepalive?: boolean;
}

interface Exchange {
  readonly response: Response;
  readonly text: string;
  readonly body: unknown;
}

type QueryOptions<Name extends QueryName> = {
  params?: ParamsFor<Name> & Record<string, string>;
  query?: QueryFor<Name> & Record<string, string>;
};

export const createClient = (around: ClientOptions) => {
  let refreshing: Promise<boolean> | undefined;

  const exchange = async (address: string, init: RequestInit): Promise<Exchange> => {
    const limit = AbortSignal.timeout(patience);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      const response = await around.fetch(address, { ...init, signal });
      const text = await response.text();
      return { response, text, body: text ? parsed(text) : undefined };
    } catch (failure) {
      if (init.signal?.aborted) throw failure;
      throw limit.aborted ? timedOut() : unreachable();
    }
  };

  const bearing = (init: RequestInit, token: string | undefined): RequestInit => ({
    ...init,
    headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
  });

  const endSession = () => {
    around.tokens.clear();
    around.reload();
  };

  const isSignedIn = () => around.tokens.read() !== undefined;
  const changedSince = ({ access }: TokenPair) => around.tokens.read()?.access !== access;

  /** Refreshes the tokens once, however many calls found the access token expired. */
  const refresh = (expired: TokenPair): Promise<boolean> => {
    refreshing ??= around
      .inOneTab(expired, async () => {
        if (changedSince(expired)) return isSignedIn();
        const { response, body } = await exchange(routes.refreshToken.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ refresh: expired.refresh }),
        });
        // Signed out, or in as someone else, in the meantime: that takes precedence.
        if (changedSince(expired)) return isSignedIn();
        if (!response.ok || !isTokenPair(body)) return false;
        around.tokens.save({ access: body.access, refresh: body.refresh ?? expired.refresh });
        return true;
      })
      .catch(() => false)
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  const request = async (path: string, address: string, init: RequestInit): Promise<Exchange> => {
    const held = path === routes.signIn.path ? undefined : around.tokens.read();
    const first = await exchange(address, bearing(init, held?.access));
    if (first.response.ok) return first;
    const refused = errorOf(first.response.status, first.body);
    if (refused.status !== 401 || !held) throw refused;
    if (accountIsGone(path, refused) || !(await refresh(held))) {
      endSession();
      throw refused;
    }
    const second = await exchange(address, bearing(init, around.tokens.read()?.access));
    if (second.response.ok) return second;
    const refusedAgain = errorOf(second.response.status, second.body);
    if (accountIsGone(path, refusedAgain)) endSession();
    throw refusedAgain;
  };

  /**
   * Obtains the proof a refusal asks for, and returns the headers for the next attempt; undefined if that cannot
   * help.
   */
  const proofAgainst = async (
    failure: unknown,
    path: string,
  ): Promise<Record<string, string> | undefined> => {
    const code = failure instanceof ApiError ? failure.code : undefined;
    if (code === 'ProofNeeded') return (await around.proveAnew()) ? {} : undefined;
    const proof = code === 'IdentityProofNeeded' ? await around.proveFor(path) : undefined;
    return proof === undefined ? undefined : { 'identity-proof': proof };
  };

  /** A call that needs a proof is sent again unchanged, with the same key, once there is one. */
  const provenRequest = async (path: string, init: RequestInit): Promise<Exchange> => {
    try {
      return await request(path, path, init);
    } catch (failure) {
      const shown = await proofAgainst(failure, path);
      if (!shown) throw failure;
      return request(path, path, { ...init, headers: { ...init.headers, ...shown } });
    }
  };

  const followRedirect = (body: unknown) => {
    const target = redirectTarget(body, around.origin);
    if (target) around.leaveFor(target);
  };

  const accepted = (body: unknown): unknown => {
    const position = positionIn(body);
    if (position) around.readAfter.wrote(position);
    followRedirect(body);
    return body;
  };

  /** Makes the response include this browser's last write. */
  const reading = (path: string): Record<string, string> => {
    const after = path.startsWith('/api/') ? around.readAfter.current() : undefined;
    return after ? { 'read-after': after } : {};
  };

  return {
    /** Sends a query to the read side. */
    async query<Name extends QueryName>(
      name: Name,
      { params, query }: QueryOptions<Name> = {},
    ): Promise<Answered<ResponseFor<Name>>> {
      const { path } = routes[name];
      const { response, body } = await request(path, addressOf(path, params, query), {
        method: 'GET',
        headers: { accept: 'application/json', ...reading(path) },
      });
      followRedirect(body);
      return {
        data: body as ResponseFor<Name>,
        stale: response.headers.get('read-stale') === 'true',
        position: response.headers.get('read-position'),
      };
    },

    /** Reads a URL given by the caller, such as a select's options. */
    async getFrom(address: string, signal?: AbortSignal): Promise<unknown> {
      const { body } = await request(address, address, {
        method: 'GET',
        headers: { accept: 'application/json' },
        ...(signal && { signal }),
      });
      return body;
    },

    /** Reads a text, such as a CSV file. */
    async queryText<Name extends QueryName>(
      name: Name,
      asked: QueryFor<Name> & Record<string, string>,
    ): Promise<string> {
      const { path } = routes[name];
      const init = { method: 'GET', headers: reading(path) };
      const { text } = await request(path, addressOf(path, {}, asked), init);
      return text;
    },

    /**
     * An answer that continues, such as a live stream: the caller reads its body, and handles any failure but
     * 401.
     */
    async openStream(
      name: QueryName,
      { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
    ): Promise<Response> {
      const { path } = routes[name];
      const held = around.tokens.read();
      const open = () =>
        around.fetch(path, bearing({ method: 'GET', headers, signal }, around.tokens.read()?.access));
      const first = await open();
      if (first.status !== 401 || !held) return first;
      if (await refresh(held)) return open();
      endSession();
      return first;
    },

    /** Posts JSON, or a form with files, to an address named by the caller. */
    async postTo(
      address: string,
      payload: FormData | object,
      { key = around.newKey(), signal }: { readonly key?: string; readonly signal?: AbortSignal } = {},
    ): Promise<unknown> {
      const init = { ...post(payload, { key }), ...(signal && { signal }) };
      const { body } = await request(address, address, init);
      return accepted(body);
    },

    /** Sends a command to the write side. */
    async command<Name extends CommandName>(
      name: Name,
      payload: BodyFor<Name>,
      sending: Sending = {},
    ): Promise<ResponseFor<Name>> {
      const { path } = routes[name];
      const init = post(payload as object, { ...sending, key: sending.key ?? around.newKey() });
      const { body } = await provenRequest(path, init);
      return accepted(body) as ResponseFor<Name>;
    },
  };
};

const post = (
  payload: FormData | object,
  { key, revision, keepalive = false }: Sending & { readonly key: string },
): RequestInit => ({
  method: 'POST',
  keepalive,
  headers: {
    accept: 'application/json',
    'idempotency-key': key,
    ...(revision && { 'if-match': `"${revision}"` }),
    ...(!(payload instanceof FormData) && { 'content-type': 'application/json' }),
  },
  body: payload instanceof FormData ? payload : JSON.stringify(payload),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const accountIsGone = (path: string, { code }: ApiError) =>
  path.includes(routes.getUser.path) && code === 'user_not_found';

/** The refresh token rotates, but a response without one leaves the old one valid. */
const isTokenPair = (body: unknown): body is { access: string; refresh?: string } =>
  typeof body === 'object' && body !== null && 'access' in body && typeof body.access === 'string';

const positionIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'position' in body && typeof body.position === 'string'
    ? body.position
    : undefined;
