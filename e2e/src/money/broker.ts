import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BrokerTransfer {
  readonly id: string;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly status: string;
  readonly amount: string;
}

/** A broker controlled by the test: what clerks and banks do there happens when the test asks for it. */
export interface Broker {
  /** Variables that make the instance use it. */
  readonly environment: Readonly<Record<'ALPACA_BROKER_URL' | 'ALPACA_DATA_URL', string>>;
  readonly transfers: () => Promise<readonly BrokerTransfer[]>;
  /** Sets how many milliseconds steps take, including those in progress. */
  readonly setTimes: (
    times: Partial<Record<'review' | 'linking' | 'settlement' | 'hold', number>>,
  ) => Promise<void>;
  /** Makes the bank return a transfer. */
  readonly returnTransfer: (id: string, reason: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const entry = fileURLToPath(new URL('../../../packages/broker-sandbox/dist/main.js', import.meta.url));

/** Starts the broker sandbox alone, on a free port, without storage. */
export const startBroker = async (): Promise<Broker> => {
  const child = spawn(process.execPath, ['--no-warnings', entry], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const url = `http://127.0.0.1:${message.ready.port}`;
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return text;
  };
  return {
    environment: { ALPACA_BROKER_URL: url, ALPACA_DATA_URL: url },
    transfers: async () => JSON.parse(await call('GET', '/admin/transfers')),
    setTimes: async (times) => {
      await call('PATCH', '/admin/times', times);
      await call('POST', '/admin/tick');
    },
    returnTransfer: async (id, reason) => {
      await call('POST', `/admin/transfers/${id}/return`, { reason });
    },
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
