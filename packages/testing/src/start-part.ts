import { spawn } from 'node:child_process';
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

/**
 * Starts a built entry as the launcher does, and waits until it announces its port.
 * A process that ends before that is an error which carries what it said.
 */
export const startPart = async (
  entry: string,
  environment: Readonly<Record<string, string>>,
): Promise<StartedPart> => {
  const child = spawn(process.execPath, ['--no-warnings', entry], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const service = basename(dirname(entry).replace(/\/dist$/, ''));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      keepLog(service, chunk.toString());
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
  const ready = new Promise<number>((resolve) =>
    child.on('message', (message: { ready?: { port: number } }) => {
      if (message.ready !== undefined) resolve(message.ready.port);
    }),
  );
  const port = await Promise.race([ready, ended.then(() => undefined)]);
  if (port === undefined) {
    throw new Error(
      `${entry} ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${said}`,
    );
  }
  return { port, pid: child.pid ?? 0, stop: end('SIGTERM'), kill: end('SIGKILL') };
};
