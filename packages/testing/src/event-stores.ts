import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { builtPart } from './built-part.js';
import { securityDirectory } from './event-store-security.js';
import { keepLog } from './kept-logs.js';
import { partVariables, type StartedPart, startPart } from './start-part.js';

/** Whether an event store shares its process with others, or has one of its own, to be killed or frozen. */
export type WantedStore = 'shared process' | 'own process';

interface Answer {
  readonly id: number;
  readonly port?: number;
  readonly fault?: string;
}

type Wish = { readonly start: Readonly<Record<string, string>> } | { readonly stop: number };

let running: ChildProcess | undefined;
let asked = 0;

/** One for each test process. It ends with it, and does not keep it from ending. */
const storesOfThisProcess = (): ChildProcess => {
  if (running?.connected) return running;
  running = spawn(process.execPath, ['--no-warnings', builtPart('event-store/shared-process')], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.setMaxListeners(0);
  for (const stream of [running.stdout, running.stderr]) {
    stream?.on('data', (chunk: Buffer) => keepLog('event-store', chunk.toString()));
    (stream as Socket | null)?.unref();
  }
  running.unref();
  running.channel?.unref();
  return running;
};

const ask = (wish: Wish): Promise<Answer> => {
  const stores = storesOfThisProcess();
  const id = asked++;
  return new Promise((resolve, reject) => {
    // While an answer is waited for, the channel keeps the test process running.
    stores.channel?.ref();
    const settle = (done: () => void): void => {
      stores.off('message', hear).off('exit', end);
      if (stores.listenerCount('message') === 0) stores.channel?.unref();
      done();
    };
    const hear = (answer: Answer): void => {
      if (answer.id !== id) return;
      settle(() => (answer.fault === undefined ? resolve(answer) : reject(new Error(answer.fault))));
    };
    const end = (): void => settle(() => reject(new Error('The process of the event stores ended.')));
    stores.on('message', hear).on('exit', end);
    stores.send({ id, ...wish });
  });
};

const ownProcess = (): never => {
  throw new Error("This event store shares its process: ask for one in its 'own process'.");
};

/**
 * Starts an event store in a process that all such stores of a test process share: a process for each takes ten times as long
 * to start. It can be stopped, but not killed or frozen.
 */
const startSharedStore = async (variables: Readonly<Record<string, string>>): Promise<StartedPart> => {
  const { port = 0 } = await ask({ start: { ...partVariables, ...variables } });
  return {
    port,
    get pid() {
      return ownProcess();
    },
    stop: async () => {
      await ask({ stop: port });
    },
    kill: async () => ownProcess(),
  };
};

/** Starts an event store on a database. @param port 0 picks a free one */
export const startEventStore = (wanted: WantedStore, databaseUrl: string, port = 0): Promise<StartedPart> => {
  const variables = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SECURITY_DIR: securityDirectory(),
  };
  return wanted === 'own process'
    ? startPart(builtPart('event-store'), variables)
    : startSharedStore(variables);
};
