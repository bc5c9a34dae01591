import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from './free-port.js';
import type { RunningServer } from './postgresql.js';
import { commandLineOf, endProcess, isAlive, isRunning, stopChild, waitUntil } from './processes.js';

export interface RedisOptions {
  readonly directory: string;
  /** 0: any free one. */
  readonly port: number;
  /** Made of letters, digits, `-` and `_`. */
  readonly password: string;
  readonly path: string;
  readonly log: (text: string) => void;
  /** Receives what stops the server, as soon as there is one. */
  readonly onSpawn: (stop: () => Promise<void>) => void;
}

/**
 * Starts Redis: a native server from the PATH, else Valkey as WebAssembly. It never holds the only copy of data
 * that matters.
 */
export const startRedis = async (options: RedisOptions): Promise<RunningServer> => {
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const record = join(options.directory, 'server.json');
  await endLeftover(record);
  const port = options.port || (await freePort());
  const child = launch(options, port);
  const stop = () => stopChild(child, 'SIGTERM', 'SIGKILL', 3_000);
  options.onSpawn(stop);
  child.stdout?.on('data', (chunk: Buffer) => options.log(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => options.log(chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    if (child.pid !== undefined) writeFileSync(record, JSON.stringify({ pid: child.pid, port }));
  } catch (fault) {
    // No later start would find it.
    child.kill('SIGKILL');
    throw fault;
  }
  const ready = await waitUntil(
    async () => !isRunning(child) || (await answers(port, options.password)),
    30_000,
  );
  if (!ready || !isRunning(child)) {
    child.kill('SIGKILL');
    throw new Error('Redis did not start: see its log');
  }
  return { port, url: `redis://:${options.password}@127.0.0.1:${port}`, ended, stop };
};

const nativeServer = (path: string): string | undefined =>
  path
    .split(delimiter)
    .flatMap((directory) => ['redis-server', 'valkey-server'].map((name) => join(directory, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** The built file, even when a test runs from the sources. */
const valkeyEntry = fileURLToPath(new URL('../../dist/infrastructure/valkey/main.js', import.meta.url));

const launch = (options: RedisOptions, port: number): ChildProcess => {
  const native = nativeServer(options.path);
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  if (native === undefined) {
    const words = ['--no-warnings', valkeyEntry];
    return spawn(process.execPath, words, {
      detached: true,
      stdio,
      env: { PORT: String(port), PASSWORD: options.password },
    });
  }
  // Neither on its command line, which everyone on this machine can read, nor in its environment.
  const file = join(options.directory, 'redis.conf');
  writeFileSync(file, `requirepass ${options.password}\n`, { mode: 0o600 });
  const words = [
    file,
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    options.directory,
    // Keeps nothing, as Valkey does: another version on the same data could refuse to start on it.
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
  ];
  return spawn(native, words, { detached: true, stdio, env: {} });
};

const recordSchema = z.object({ pid: z.number().int(), port: z.number().int() });

/** The server written down; none when a full disk cut the record off: its server was ended. */
const recordedServer = (record: string): z.infer<typeof recordSchema> | undefined => {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(record, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Ends a server that outlived its launcher. Redis writes its port into its own command line. */
const endLeftover = async (record: string): Promise<void> => {
  const server = recordedServer(record);
  if (!server) return;
  const { pid, port } = server;
  const command = isAlive(pid) ? (commandLineOf(pid) ?? '') : '';
  if (command.includes(`:${port}`) || command.includes(valkeyEntry)) {
    await endProcess(pid, 'SIGTERM', 'SIGKILL');
  }
};

/** Whether it requires the password, and accepts it. */
const answers = (port: number, password: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\n`));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+OK'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
