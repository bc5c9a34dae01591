import { timedOut, unreachable } from './api-error.js';
import type { ClientOptions } from './client-options.js';

/** Milliseconds until a request is given up. */
export const usualPatience = 20_000;

interface Exchanged {
  readonly response: Response;
  readonly text: string;
  readonly body: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface Init extends RequestInit {
  /** More than the usual one where a body takes long to be sent. */
  readonly patience?: number;
}

export type Exchange = (address: string, init: Init) => Promise<Exchanged>;

/** Sends a request once, and reads its whole answer; an `ApiError` when its time is over before. */
export const createExchange =
  (around: Pick<ClientOptions, 'fetch'>): Exchange =>
  async (address, init) => {
    const limit = AbortSignal.timeout(init.patience ?? usualPatience);
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
