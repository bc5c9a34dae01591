import { createLog, loadConfig, startProcess } from '@groundswell/platform';
import { configSchema } from '../config.js';
import { type ServedLog, serveLog } from '../serve.js';

/** What a test process asks for: a store with these variables, or the end of the one at a port. */
interface Wish {
  readonly id: number;
  readonly start?: Readonly<Record<string, string>>;
  readonly stop?: number;
}

const served = new Map<number, ServedLog>();

const stop = async (port: number): Promise<void> => {
  const store = served.get(port);
  served.delete(port);
  await store?.stop();
};

const start = async (variables: Readonly<Record<string, string>>): Promise<number> => {
  const config = loadConfig(configSchema, variables);
  const log = createLog({ service: 'event-store', level: config.LOG_LEVEL });
  const store = await serveLog(config, log, (fault) => {
    log.error({ err: fault }, 'the connection to PostgreSQL was lost');
    void stop(store.port);
  });
  served.set(store.port, store);
  return store.port;
};

// Several event stores in one process, for tests that end none of them by a signal: most of what a process costs is its start.
startProcess(async () => {
  process.on('message', ({ id, ...wish }: Wish) => {
    const done = wish.start ? start(wish.start) : stop(wish.stop ?? 0);
    done.then(
      (port) => process.send?.({ id, port }),
      (fault: unknown) => process.send?.({ id, fault: String(fault) }),
    );
  });
});
