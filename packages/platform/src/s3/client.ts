import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { realPause } from '../time/back-off.js';
import type { S3Place } from './place.js';

/** Milliseconds until an answer must have come whole. */
const usualPatience = 15_000;
const usualLongest = 1_000_000;
/** Milliseconds before a busy service is asked again, the first time. */
const firstPause = 50;

/** What an object store answered. */
interface S3Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Sends a signed request for what lies at a path in the bucket.
 * @throws when the answer has not come whole in time, or is longer than allowed
 */
export type AskS3 = (path: string, request?: S3Request) => Promise<S3Answer>;

interface S3Request {
  readonly method?: 'GET' | 'PUT';
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the answer. */
  readonly longest?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Aborts with the given signal, and when the time is up, until it is released. */
const limitOf = (milliseconds: number, signal: AbortSignal | undefined) => {
  const limit = new AbortController();
  const timedOut = `the object store did not answer within ${milliseconds / 1_000} s`;
  const late = setTimeout(() => limit.abort(new DOMException(timedOut, 'TimeoutError')), milliseconds);
  const passOn = (): void => limit.abort(signal?.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener('abort', passOn, { once: true });
  const release = (): void => {
    clearTimeout(late);
    signal?.removeEventListener('abort', passOn);
  };
  return { limit: limit.signal, release };
};

/** Reads by itself, since a fetch forgets its signal once its request was collected as garbage. */
const readWhole = async (answer: Response, longest: number, limit: AbortSignal): Promise<Buffer> => {
  const reader = answer.body?.getReader();
  const leave = (): void => void reader?.cancel().catch(() => undefined);
  limit.addEventListener('abort', leave, { once: true });
  const parts: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const part = await reader?.read();
    limit.throwIfAborted();
    if (!part?.value) return Buffer.concat(parts);
    length += part.value.length;
    if (length > longest) {
      leave();
      throw new Error(`the object store answered more than ${longest} bytes`);
    }
    parts.push(part.value);
  }
};

/** Any S3-compatible service, addressed by path (`endpoint/bucket/key`), which all of them support. */
export const openS3 = (
  { endpoint, bucket, ...account }: S3Place,
  retries: number,
  patience = usualPatience,
): AskS3 => {
  const client = new AwsClient({ ...account, service: 's3' });
  const root = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}`;
  return async (path, { method = 'GET', body, headers, longest = usualLongest, signal } = {}) => {
    const { limit, release } = limitOf(patience, signal);
    const send = async (): Promise<S3Answer> => {
      const request = await client.sign(`${root}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
        redirect: 'error',
      });
      // A signal within the request would be lost when garbage is collected.
      const answer = await fetch(request, { signal: limit });
      return { ok: answer.ok, status: answer.status, body: await readWhole(answer, longest, limit) };
    };
    try {
      for (let turn = 0; ; turn += 1) {
        const answer = await send();
        if ((answer.status < 500 && answer.status !== 429) || turn === retries) return answer;
        await realPause(firstPause * 2 ** turn, limit);
      }
    } finally {
      release();
    }
  };
};
