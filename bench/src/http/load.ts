import autocannon, { type Request } from 'autocannon';

export interface Load {
  readonly url: string;
  readonly seconds: number;
  /** What one connection sends, in turn and over again, each request after the answer to the one before. */
  readonly requestsOf: (connection: number) => readonly Request[];
}

/** What a server gave under load; times in milliseconds, from the request to the last byte of its answer. */
export interface Answered {
  readonly requests: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
}

export const connections = 64;

/** @throws when a single request failed: the figures of a server that refuses are worth nothing */
export const answeredUnder = async ({ url, seconds, requestsOf }: Load): Promise<Answered> => {
  const times: number[] = [];
  let opened = 0;
  const { duration, errors, timeouts, non2xx } = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests([...requestsOf(opened)]);
      opened += 1;
      client.on('response', (_status: number, _bytes: number, milliseconds: number) => {
        times.push(milliseconds);
      });
    },
  });
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} without an answer, ${non2xx} refused`);
  }
  if (times.length === 0) throw new Error(`${url} answered nothing within ${seconds} s`);
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { requests: times.length, perSecond: times.length / duration, median: at(0.5), p99: at(0.99) };
};
