import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, nodeProgram, startNode } from '@groundswell/testing/eventstore-node';
import { keepLogs } from './kept-logs.js';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** An instance, for code that only uses it. */
export interface OpenInstance {
  /** Its public address. */
  readonly url: string;
  readonly signIns: { readonly staff: SignIn; readonly customer: SignIn };
  readonly dataDirectory: string;
}

export interface Instance extends OpenInstance {
  /** Pid of the launcher. */
  readonly pid: number;
  /** Pid of the node that TEST_EVENTSTORE starts for it. */
  readonly nodePid: number | undefined;
  /** The console output so far. */
  readonly output: () => string;
  /** Sends Ctrl-C and waits for the end. Returns the exit code. */
  readonly interrupt: () => Promise<number | null>;
  /** Stops everything and removes the data. */
  readonly stop: () => Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** The launcher ended before the instance was ready: exit code and console output. */
export class InstanceDidNotStart extends Error {
  constructor(
    readonly exitCode: number | null,
    readonly output: string,
  ) {
    super(`The instance did not start (exit code ${exitCode}):\n${output}`);
  }
}

const launcher = fileURLToPath(new URL('../../packages/embedded/dist/launcher/main.js', import.meta.url));

/** An event store that replaces the instance's own: its address, and how to end it with the instance. */
const storeFor = async (dataDirectory: string) => {
  if (nodeProgram !== undefined) {
    const log = join(dataDirectory, 'eventstore-node');
    mkdirSync(log, { recursive: true });
    const node = await startNode(nodeProgram, log);
    return { EVENTSTORE_URL: addressOf(node), ...node };
  }
  const { EVENTSTORE_URL } = process.env;
  return EVENTSTORE_URL === undefined ? undefined : { EVENTSTORE_URL, pid: undefined, stop: async () => {} };
};

/**
 * Starts the whole instance, as `npm start` does, on a free port: from scratch, or on given data. TEST_EVENTSTORE
 * makes it use a node's log, EVENTSTORE_URL the log at that address.
 */
export const startNewInstance = async (environment: Environment = {}): Promise<Instance> => {
  const dataDirectory = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'groundswell-instance-'));
  const store = environment.EVENTSTORE_URL === undefined ? await storeFor(dataDirectory) : undefined;
  const child = spawn(process.execPath, ['--no-warnings', launcher], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'info',
      ...(store && { EVENTSTORE_URL: store.EVENTSTORE_URL }),
      // All requests of a spec come from one address.
      NETWORK_LIMIT_FACTOR: '1000',
      ...environment,
      DATA_DIR: dataDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const end = endOf(child).finally(() => store?.stop());
  const ready = await Promise.race([readiness(child), end]);
  if (typeof ready !== 'object' || ready === null) throw new InstanceDidNotStart(ready, output);
  const interrupt = async (): Promise<number | null> => {
    child.kill('SIGINT');
    return end;
  };
  return {
    ...ready,
    dataDirectory,
    pid: child.pid ?? 0,
    nodePid: store?.pid,
    output: () => output,
    interrupt,
    stop: async () => {
      await interrupt();
      keepLogs(dataDirectory, [ready.signIns.staff.password, ready.signIns.customer.password]);
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
};

const readiness = async (child: ChildProcess): Promise<Pick<Instance, 'url' | 'signIns'>> => {
  const [message] = await once(child, 'message');
  return message.ready;
};

const endOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'close');
  return code;
};
