import { setTimeout } from 'node:timers/promises';

/** One address that is read again and again. */
export interface WatchedRead {
  readonly path: string;
  /** How many things the answer holds: never fewer than before, and never none. */
  readonly size: (body: unknown) => number;
}

export interface WatchedReads {
  readonly reads: number;
  /** What went wrong, in words; empty when every read was answered, and never with less than the one before it. */
  readonly faults: readonly string[];
  /** Milliseconds of the slowest answer. */
  readonly slowest: number;
}

interface WatchOptions {
  /** Address of the instance or the service. */
  readonly url: string;
  readonly reads: readonly WatchedRead[];
  /** Milliseconds between two reads of one address. */
  readonly pause?: number;
}

const mostFaults = 20;

interface Seen {
  readonly held: number;
  readonly position: bigint;
}

/** @throws when it is not answered, or not with 200 */
const readOnce = async (url: string, size: WatchedRead['size']): Promise<Seen> => {
  const response = await fetch(url);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`answered ${response.status} ${body.slice(0, 200)}`);
  return { held: size(JSON.parse(body)), position: BigInt(response.headers.get('read-position') ?? -1) };
};

/**
 * Reads addresses over and over until stopped, and notes each answer that failed, was empty, held less than an earlier
 * one, or came from an earlier position of the log (`read-position`).
 */
export const watchReads = ({
  url,
  reads,
  pause = 5,
}: WatchOptions): { readonly stop: () => Promise<WatchedReads> } => {
  const stopping = new AbortController();
  const faults: string[] = [];
  let count = 0;
  let slowest = 0;

  const fault = (path: string, words: string): void => {
    if (faults.length < mostFaults) faults.push(`${path}: ${words}`);
  };
  const watch = async ({ path, size }: WatchedRead): Promise<void> => {
    let before: Seen = { held: 1, position: -1n };
    while (!stopping.signal.aborted) {
      const started = performance.now();
      try {
        const seen = await readOnce(`${url}${path}`, size);
        count += 1;
        slowest = Math.max(slowest, performance.now() - started);
        if (seen.held < before.held) fault(path, `held ${seen.held} after ${before.held}`);
        if (seen.position < before.position)
          fault(path, `went back from position ${before.position} to ${seen.position}`);
        before = seen;
      } catch (error) {
        fault(path, error instanceof Error ? error.message : String(error));
      }
      await setTimeout(pause);
    }
  };

  const watching = Promise.all(reads.map(watch));
  return {
    async stop() {
      stopping.abort();
      await watching;
      return { reads: count, faults, slowest: Math.round(slowest) };
    },
  };
};
