import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { type SandboxAdmin, type StartedPart, sandboxAdmin, startPart } from '@groundswell/testing';
import { vi } from 'vitest';
import { Broker } from '../broker.js';
import { BrokerError } from '../broker-error.js';
import type { ConnectionOptions } from '../connection.js';
import { realTiming } from '../pacing.js';

const entry = fileURLToPath(new URL('../../../broker-sandbox/dist/main.js', import.meta.url));

/** The sandbox as a separate process, with calls to make it fail. */
export interface RunningSandbox {
  readonly part: StartedPart;
  readonly baseUrl: string;
  readonly broker: (options?: Partial<ConnectionOptions>) => Broker;
  readonly admin: SandboxAdmin;
}

export const startSandbox = async (environment: Record<string, string> = {}): Promise<RunningSandbox> => {
  const part = await startPart(entry, {
    ALPACA_KEY_ID: 'key',
    ALPACA_SECRET_KEY: 'secret',
    SANDBOX_CALLS_PER_MINUTE: '100000',
    ...environment,
  });
  const baseUrl = `http://127.0.0.1:${part.port}`;
  return {
    part,
    baseUrl,
    broker: (options = {}) => new Broker({ baseUrl, keyId: 'key', secretKey: 'secret', ...options }),
    admin: sandboxAdmin(baseUrl),
  };
};

/** The real clock for measuring, but none for waiting. */
export const unhurried = () => {
  const waits: number[] = [];
  return {
    waits,
    timing: { ...realTiming, random: () => 0, wait: async (ms: number) => void waits.push(ms) },
  };
};

export const failure = async (call: Promise<unknown>): Promise<BrokerError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BrokerError)) throw new Error(`expected a BrokerError, not ${String(error)}`);
  return error;
};

/** Repeats a read until it holds. @param limit milliseconds: long, for a busy machine */
export const until = <T>(read: () => Promise<T>, holds: (value: T) => boolean, limit = 20_000): Promise<T> =>
  vi.waitFor(
    async () => {
      const value = await read();
      if (!holds(value)) throw new Error(`gave up waiting for ${holds}; found ${inspect(value)}`);
      return value;
    },
    { timeout: limit, interval: 20 },
  );
