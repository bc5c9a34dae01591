import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { Wanted } from './request.js';

export interface Answer {
  /** 0 when the connection ended without a response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds until the last byte; for a stream, until the first. */
  readonly ms: number;
  /** Why there is no response. */
  readonly fault?: string | undefined;
}

/** Timeout in milliseconds. */
const patience = 20_000;
/**
 * Milliseconds after which the client closes an idle connection. The server would do so after 72 s, possibly just
 * when a request is on its way.
 */
const idle = 30_000;
const longestBody = 8 * 1024 * 1024;

const agents = new Map<string, Agent>();
/** Connections of one address, reused as browsers do. */
const agentOf = (localAddress: string): Agent => {
  const known = agents.get(localAddress);
  if (known) return known;
  const options = { keepAlive: true, maxSockets: 4, timeout: idle, localAddress };
  const made = new Agent(options as ConstructorParameters<typeof Agent>[0]);
  agents.set(localAddress, made);
  return made;
};

/** Closes idle connections. */
export const forgetConnections = (): void => {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
};

/** Sends the head and part of the body, then closes the connection. */
const sendCut = (url: URL, wanted: Wanted, headers: readonly string[], cutAt: number): Promise<Answer> =>
  new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      localAddress: `127.9.${wanted.from.join('.')}`,
      allowHalfOpen: true,
    });
    let heard = '';
    const lines = [`${wanted.method} ${wanted.target} HTTP/1.1`, `host: ${url.host}`];
    for (let index = 0; index < headers.length; index += 2)
      lines.push(`${headers[index]}: ${headers[index + 1]}`);
    socket.setTimeout(patience, () => socket.destroy(new Error('nothing came, and nobody hung up')));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve({
        status: Number(/^HTTP\/1.1 (\d+)/.exec(heard)?.[1] ?? 0),
        headers: {},
        body: Buffer.alloc(0),
        ms: performance.now() - began,
      }),
    );
    socket.on('end', () => socket.destroy());
    socket.end(
      Buffer.concat([
        Buffer.from(`${lines.join('\r\n')}\r\ncontent-length: ${wanted.body?.length ?? 0}\r\n\r\n`, 'latin1'),
        (wanted.body ?? Buffer.alloc(0)).subarray(0, cutAt),
      ]),
    );
  });

/** Requests under way: how many more a machine can take is for `npm run load` to find out. */
const mostUnderWay = 8;
const waiting: (() => void)[] = [];
let underWay = 0;

/** Sends a request once fewer are under way than may be. @param authorization of the sender */
export const send = async (...request: Parameters<typeof sendNow>): Promise<Answer> => {
  if (underWay >= mostUnderWay) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  try {
    return await sendNow(...request);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
};

const sendNow = (address: string, wanted: Wanted, authorization: string | undefined): Promise<Answer> => {
  const url = new URL(address);
  const headers = [
    ...wanted.headers.flat(),
    ...(authorization === undefined ? [] : ['authorization', authorization]),
  ];
  if (wanted.cutAt !== undefined) return sendCut(url, wanted, headers, wanted.cutAt);
  // Node would announce no length even where there is no body.
  const length =
    headers.includes('transfer-encoding') || (!wanted.body && wanted.method === 'GET')
      ? []
      : ['content-length', String(wanted.body?.length ?? 0)];
  return new Promise((resolve) => {
    let began = performance.now();
    const done = (status: number, given: IncomingHttpHeaders, body: Buffer, fault?: string): void =>
      resolve({ status, headers: given, body, ms: performance.now() - began, fault });
    const asking = request({
      host: url.hostname,
      port: url.port,
      method: wanted.method,
      path: wanted.target,
      headers: ['host', url.host, ...headers, ...length],
      agent: agentOf(`127.9.${wanted.from.join('.')}`),
      timeout: patience,
    });
    // Until then it waits for a connection of the fuzzer's own, which keeps four of an address as a browser does.
    asking.once('socket', () => {
      began = performance.now();
    });
    asking.on('timeout', () => asking.destroy(new Error(`no answer in ${patience} ms`)));
    asking.on('error', (fault) => done(0, {}, Buffer.alloc(0), fault.message));
    asking.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      const finish = (): void => done(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= longestBody) chunks.push(chunk);
        // It would stay open while it is read.
        if (!isStream) return;
        finish();
        asking.destroy();
      });
      response.on('end', finish);
      response.on('error', (fault) => done(0, {}, Buffer.alloc(0), fault.message));
    });
    if (wanted.body) asking.write(wanted.body);
    asking.end();
  });
};
