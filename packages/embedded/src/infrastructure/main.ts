import { resolve } from 'node:path';
import { FatalFault, fatalExitCode, loadConfig } from '@groundswell/platform';
import { configSchema } from './config.js';
import { type RunningServer, startPostgresql } from './postgresql.js';
import { startRedis } from './redis.js';

// Runs PostgreSQL and Redis for a launcher or a test run. Sends their addresses, which hold passwords, only
// to its parent. Stops them on SIGTERM or when the parent goes away.
const servers: RunningServer[] = [];
let stopping: Promise<void> | undefined;

const stop = (exitCode: number): Promise<void> => {
  stopping ??= Promise.all(servers.map((server) => server.stop())).then(() => process.exit(exitCode));
  return stopping;
};

const given = (password: string | undefined): string => {
  if (password === undefined) throw new FatalFault('REDIS_PASSWORD is not set.');
  return password;
};

const start = async (): Promise<void> => {
  const config = loadConfig(configSchema, process.env);
  const log = (text: string) => process.stderr.write(text);
  const directory = resolve(config.DATA_DIR);
  const keep = (server: RunningServer): RunningServer => {
    servers.push(server);
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
      }).then(keep),
    config.PARTS.includes('redis') &&
      startRedis({
        directory: resolve(directory, 'redis'),
        port: config.REDIS_PORT,
        password: given(config.REDIS_PASSWORD),
        path: config.PATH,
        log,
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
  process.stderr.write(`${error.message}\n`);
  return stop(error instanceof FatalFault ? fatalExitCode : 1);
});
