import { tokensIn } from '../../session/tokens.js';
import { createClient } from '../client.js';
import { readAfterIn } from '../read-after.js';

interface Asked {
  readonly address: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}

export type Answer = (request: Asked) => Response | Promise<Response>;

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** A client whose server is a function, and a record of its requests. */
export const clientOf = (answer: Answer, signedIn = true, proves = true) => {
  const asked: Asked[] = [];
  const kept = storage();
  const tokens = tokensIn(kept, () => 0);
  if (signedIn) tokens.save({ access: 'old', refresh: 'r1' });
  const happened: string[] = [];
  let keys = 0;
  const client = createClient({
    fetch: async (address, init) => {
      const { body, signal } = init;
      const request = { address, headers: new Headers(init.headers), body, signal };
      asked.push(request);
      return answer(request);
    },
    tokens,
    readAfter: readAfterIn(storage(), () => 0),
    newKey: () => `key-${++keys}`,
    inOneTab: (_expired, trade) => trade(),
    reload: () => happened.push('reload'),
    proveAnew: async () => {
      happened.push('prove');
      return proves;
    },
    proveFor: async (path) => {
      happened.push(`prove for ${path}`);
      return proves ? 'a proof' : undefined;
    },
    origin: 'https://groundswell.test',
    leaveFor: (address) => happened.push(`leave for ${address}`),
  });
  return { client, asked, tokens, kept, happened, paths: () => asked.map(({ address }) => address) };
};

/** Refuses the old token, refreshes it, and accepts the new one. */
export const expiredOnce: Answer = ({ address, headers }) => {
  if (address === '/user/token/refresh/') return json(200, { access: 'new', refresh: 'r2' });
  return headers.get('authorization') === 'Bearer new'
    ? json(200, { concepts: [] })
    : json(401, { code: 'NotSignedIn' });
};
