import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname } from 'node:path';
import { keepLog } from './kept-logs.js';

export interface StartedPart {
  /** The port that the process announced. */
  readonly port: number;
  readonly pid: number;
  /** SIGTERM, and waits for the end. */
  readonly stop: () => Promise<void>;
  /** `kill -9`, and waits for the end. */
  readonly kill: () => Promise<void>;
}

/** Variables of every part that a test starts. */
export const partVariables: Readonly<Record<string, string>> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PORT: '0',
  // Everything that a spec asks comes from one address.
  NETWORK_LIMIT_FACTOR: '1000',
};

/**
 * Starts a built entry as the launcher does, and waits until it announces its port.
 * A process that ends before that is an error which carries what it said.
 */
export const startPart = async (
  entry: string,
  environment: Readonly<Record<string, string>>,
): Promise<StartedPart> => {
  const child = spawn(process.execPath, ['--no-warnings', entry], {
    env: { PATH: process.env.PATH, ...partVariables, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const announced = new Promise<number>((resolve) =>
    child.on('message', (message: { ready?: { port: number } }) => {
      if (message.ready !== undefined) resolve(message.ready.port);
    }),
  );
  return whenReady(child, basename(dirname(entry).replace(/\/dist$/, '')), announced);
};

/**
 * Keeps what a process says, and waits until its port is known.
 * @throws when it ends before that, with what it said
 */
export const whenReady = async (
  child: ChildProcess,
  name: string,
  ready: Promise<number>,
): Promise<StartedPart> => {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      keepLog(name, chunk.toString());
      said = (said + chunk.toString()).slice(-8_000);
    });
  }
  const ended = once(child, 'exit');
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await ended;
    }
  };
  const port = await Promise.race([ready, ended.then(() => undefined)]);
  if (port === undefined) {
    throw new Error(
      `${child.spawnargs.at(-1)} ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${said}`,
    );
  }
  return { port, pid: child.pid ?? 0, stop: end('SIGTERM'), kill: end('SIGKILL') };
};
