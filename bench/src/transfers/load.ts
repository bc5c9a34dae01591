import { Agent, request } from 'node:http';

/** What acting over and over gave; times in milliseconds. */
export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
}

export const quantilesOf = (times: readonly number[]): Pick<Measured, 'median' | 'p99'> => {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
};

/** Acts a number of times, with a limit on concurrency. @param act receives its index */
export const actAtOnce = async (
  count: number,
  users: number,
  act: (index: number) => Promise<void>,
): Promise<Measured> => {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: users }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        const begun = performance.now();
        await act(index);
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  return { count, perSecond: count / seconds, ...quantilesOf(times) };
};

const agents = new Map<string, Agent>();

/** Milliseconds for which a connection is kept unused. A service ends it after 72 s, perhaps just as a request is sent on it. */
const unused = 30_000;

/** Connections from one address: a service limits what one network may send. */
const agentFrom = (localAddress: string): Agent => {
  const made =
    agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: 64, localAddress, timeout: unused });
  agents.set(localAddress, made);
  return made;
};

/** Gives each person an address of their own on this machine, which the services treat as a network. */
export const addressOf = (index: number): string => `127.7.${(index >> 8) & 255}.${index & 255}`;

export interface Post {
  /** The address that it comes from. */
  readonly from: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Sends JSON over a kept connection. @throws when it is not answered with 200: figures of refusals are worth nothing */
export const post = ({ from, url, headers, body }: Post): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const call = request(
      url,
      { agent: agentFrom(from), method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${url} was answered with ${response.statusCode}: ${text}`));
        });
      },
    );
    call.on('error', reject).end(JSON.stringify(body));
  });

/** Reads to the end over a kept connection. @throws when it is not answered with 200 */
export const get = (from: string, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent: agentFrom(from) }, (response) => {
      response.on('error', reject).on('end', resolve).resume();
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
    });
    call.on('error', reject).end();
  });
