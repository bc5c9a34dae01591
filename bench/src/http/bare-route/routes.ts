import type { JsonWebKey } from 'node:crypto';

/** What the bare server answers: the bytes and headers that another server gave, kept in memory. */
export interface BareRoutes {
  /** Set where the bearer token of each request is to be verified: an Ed25519 key as JWK. */
  readonly tokenKey?: JsonWebKey;
  readonly routes: readonly BareRoute[];
}

interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** By the value of the query's `concept_id`, or under the empty text where there is none. */
  readonly answers: Readonly<Record<string, BareAnswer>>;
}

interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that Node sets itself. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** @throws when the answer is not a good one */
export const recordAnswer = async (response: Response): Promise<BareAnswer> => {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body.slice(0, 300)}`);
  return {
    headers: Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.has(name))),
    body,
  };
};
