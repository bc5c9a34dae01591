import { setTimeout as pause } from 'node:timers/promises';
import { type Call, headers } from '@groundswell/contracts';

/** An answer that settles a request: taken, or refused for good. */
export interface Settled {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly url: string;
  readonly call: Call;
  readonly token: string;
  readonly key: string;
  readonly body: object;
}

/** Says nothing about what was asked for: the same is sent again under the same key. */
const saysNothing = (status: number): boolean => status >= 500 || status === 429 || status === 409;

const longestAnswer = 4_000;
/** A house that does not answer for so long has failed. */
const mostPatience = 120_000;

/** Sends it once. Undefined when no answer came in time, or none that settles it. */
export const sendOnce = async (
  { url, call, token, key, body }: Request,
  patience = longestAnswer,
): Promise<Settled | undefined> => {
  try {
    const response = await fetch(`${url}${call.path}`, {
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

/** Sends it under one key until an answer settles it, as a person does. @throws when none ever comes */
export const sendUntilSettled = async (request: Request): Promise<Settled> => {
  const end = performance.now() + mostPatience;
  while (performance.now() < end) {
    const settled = await sendOnce(request);
    if (settled) return settled;
    await pause(100);
  }
  throw new Error(`${request.call.path} was not answered within ${mostPatience / 1_000} s`);
};

/** @throws when it is not answered with 200 */
export const read = async <T>(url: string, path: string, token: string): Promise<T> => {
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(longestAnswer),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return (await response.json()) as T;
};
