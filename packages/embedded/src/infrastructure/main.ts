import { resolve } from 'node:path';
import { FatalFault, fatalExitCode, loadConfig } from '@groundswell/platform';
import { configSchema } from './config.js';
import { type RunningServer, startPostgresql } from './postgresql.js';
import { startRedis } from './redis.js';

// Runs PostgreSQL and Redis for a launcher or a test run. Sends their addresses, which hold passwords, only
// to its parent. Stops them on SIGTERM or when the parent goes away.
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

/** Also a server that was spawned while another one was being stopped. */
const stopAll = async (): Promise<void> => {
  while (stops.length > 0) await Promise.all(stops.splice(0).map((stopOne) => stopOne()));
};

const stop = (exitCode: number): Promise<void> => {
  stopping ??= stopAll().then(() => process.exit(exitCode));
  return stopping;
};

const say = (line: string): void => {
  if (stopping !== undefined) return;
  process.stderr.write(`${line}\n`);
  process.send?.({ says: line });
};

const given = (password: string | undefined): string => {
  if (password === undefined) throw new FatalFault('REDIS_PASSWORD is not set.');
  return password;
};

const start = async (): Promise<void> => {
  const config = loadConfig(configSchema, process.env);
  const log = (text: string) => process.stderr.write(text);
  const directory = resolve(config.DATA_DIR);
  const onSpawn = (stopOne: () => Promise<void>) => stops.push(stopOne);
  const keep = (server: RunningServer): RunningServer => {
    void server.ended.then(() => stop(1));
    return server;
  };
  const [postgresql, redis] = await Promise.all([
    config.PARTS.includes('postgresql') &&
      startPostgresql({
        directory: resolve(directory, 'postgresql'),
        port: config.POSTGRESQL_PORT,
        password: config.POSTGRESQL_PASSWORD,
        throwaway: config.THROWAWAY,
        log,
        say,
        onSpawn,
      }).then(keep),
    config.PARTS.includes('redis') &&
      startRedis({
        directory: resolve(directory, 'redis'),
        port: config.REDIS_PORT,
        password: given(config.REDIS_PASSWORD),
        path: config.PATH,
        log,
        onSpawn,
      }).then(keep),
  ]);
  const addresses = {
    ...(postgresql && { databaseUrl: postgresql.url }),
    ...(redis && { redisUrl: redis.url }),
  };
  process.send?.({ ready: { port: (postgresql || redis || undefined)?.port, ...addresses } });
};

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
process.on('disconnect', () => stop(0));
start().catch((error: Error) => {
  // A server that was told to stop has not failed to start.
  if (stopping === undefined) process.stderr.write(`${error.message}\n`);
  return stop(error instanceof FatalFault ? fatalExitCode : 1);
});
