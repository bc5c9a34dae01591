import { Agent, request } from 'node:http';
import type { Tally } from './measures.js';

/** Milliseconds after which a person gives up. */
const patience = 10_000;

/** Someone with an address of their own, whose browser keeps its connections open. */
export interface Caller {
  readonly address: string;
  readonly agent: Agent;
  token?: string;
}

export const newCaller = (address: string): Caller => ({ address, agent: new Agent({ keepAlive: true }) });

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** Asks, and gives the whole answer. @throws what went wrong with the connection */
export const ask = (
  url: string,
  caller: Caller,
  { method, path, body }: Asked,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        agent: caller.agent,
        localAddress: caller.address,
        timeout: patience,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });

/** Asks, and notes when the answer had come, counted from when it was meant to be asked. */
export const askAndNote = async (
  tally: Tally,
  meant: number,
  asking: () => Promise<{ readonly status: number; readonly text: string }>,
): Promise<string | undefined> => {
  tally.sent += 1;
  const fault = (name: string): undefined => {
    tally.faults[name] = (tally.faults[name] ?? 0) + 1;
  };
  try {
    const { status, text } = await asking();
    tally.times.push(performance.now() - meant);
    return status < 300 ? text : fault(String(status));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return fault(code ?? message);
  }
};
