import { setTimeout as pause } from 'node:timers/promises';
import { type Call, headers } from '@groundswell/contracts';

/** An answer that settles a request: accepted, or refused permanently. */
export interface Settled {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Request {
  /** Of all that take it, one after the other. */
  readonly urls: readonly string[];
  readonly call: Call;
  readonly token: string;
  readonly key: string;
  readonly body: object;
}

/** Says nothing about what was asked for: the same is sent again under the same key. */
const saysNothing = (status: number): boolean =>
  status >= 500 || status === 429 || status === 409 || status === 408;

const longestAnswer = 4_000;
/** An instance that does not answer for so long has failed. */
const mostPatience = 120_000;

interface Sending {
  /** Milliseconds until the sender gives up. */
  readonly patience?: number;
  /** Counts up to the replica that is asked. */
  readonly turn?: number;
}

/** Sends it once. Undefined when no answer came in time, or none that settles it. */
export const sendOnce = async (
  { urls, call, token, key, body }: Request,
  { patience = longestAnswer, turn = 0 }: Sending = {},
): Promise<Settled | undefined> => {
  try {
    const response = await fetch(`${urls[turn % urls.length]}${call.path}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [headers.idempotencyKey]: key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    return saysNothing(response.status) ? undefined : { status: response.status, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/**
 * Sends it under one key until an answer settles it, as a person does, to another replica each time.
 * @param first the replica that is asked first
 * @throws when no answer ever comes
 */
export const sendUntilSettled = async (request: Request, first = 0): Promise<Settled> => {
  const end = performance.now() + mostPatience;
  for (let turn = first; performance.now() < end; turn += 1) {
    const settled = await sendOnce(request, { turn });
    if (settled) return settled;
    await pause(100);
  }
  throw new Error(`${request.call.path} was not answered within ${mostPatience / 1_000} s`);
};

/** Milliseconds after which one that had too much to do is asked again. */
const aside = 1_000;

/**
 * Asks again where the service has too much to do: all people of an instance are looked at side by side.
 * @throws when it is not answered with 200
 */
export const read = async <T>(url: string, path: string, token: string): Promise<T> => {
  const ask = (): Promise<Response> =>
    fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(longestAnswer),
    });
  let response = await ask();
  for (let turns = 0; response.status === 503 && turns < 10; turns += 1) {
    await pause(aside);
    response = await ask();
  }
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return (await response.json()) as T;
};
