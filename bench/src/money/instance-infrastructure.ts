import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWay, type Way } from '@groundswell/testing/way';
import { createDatabase } from '../create-database.js';
import type { StartPart } from './part.js';
import { redisPassword } from './redis.js';

const built = (path: string): string => fileURLToPath(new URL(`../../../${path}/dist/`, import.meta.url));
export const entryOf = (room: string): string => join(built(room), 'main.js');
export const embedded = (part: string): string => join(built('packages/embedded'), part, 'main.js');

export const commonVariables = (port: number) => ({ PORT: String(port), LOG_LEVEL: 'info' });

/** What services stand on. */
export interface Infrastructure {
  /** The services' database, and the one of the log. */
  readonly services: string;
  readonly log: string;
  readonly eventStoreUrl: string;
  readonly redisPort: number;
  readonly brokerUrl: string;
  /** The proxy in front of PostgreSQL, which can leave connections half open. */
  readonly way: Way;
}

/** PostgreSQL alone, which is killed by stopping it in immediate mode. */
export const startPostgresql = (directory: string, start: StartPart) => {
  const password = randomUUID();
  return start('postgresql', {
    entry: embedded('infrastructure'),
    environment: (port) => ({
      DATA_DIR: directory,
      PARTS: 'postgresql',
      POSTGRESQL_PORT: String(port),
      POSTGRESQL_PASSWORD: password,
    }),
    // The server is a separate process from the one that watches it. SIGQUIT stops it in immediate mode.
    onKill: () => {
      const [pid] = readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
    },
  });
};

const startRedis = (directory: string, start: StartPart) =>
  start('redis', {
    entry: embedded('infrastructure'),
    environment: (port) => ({
      DATA_DIR: directory,
      PARTS: 'redis',
      THROWAWAY: 'true',
      REDIS_PORT: String(port),
      REDIS_PASSWORD: redisPassword,
    }),
    onKill: () =>
      process.kill(JSON.parse(readFileSync(join(directory, 'redis/server.json'), 'utf8')).pid, 'SIGKILL'),
  });

/** PostgreSQL, Redis, the broker sandbox and, unless one is given, the event store. */
export const startInfrastructure = async (
  directory: string,
  start: StartPart,
  hasOwnClock: boolean,
): Promise<Infrastructure> => {
  const [postgresql, redis, sandbox] = await Promise.all([
    startPostgresql(directory, start),
    startRedis(directory, start),
    start('broker-sandbox', {
      entry: entryOf('packages/broker-sandbox'),
      hasOwnClock,
      environment: (port) => ({
        ...commonVariables(port),
        DATA_DIR: join(directory, 'broker-sandbox'),
        SANDBOX_CALLS_PER_MINUTE: '1000000',
        SANDBOX_TRANSFERS_PER_DAY: '1000000',
      }),
    }),
  ]);
  const server = postgresql.announced.databaseUrl ?? '';
  const way = await openWay(server);
  const byWay = new URL(way.url);
  const made = async (name: string): Promise<string> => {
    byWay.pathname = new URL(await createDatabase(server, name)).pathname;
    return byWay.href;
  };
  const log = await made('event_store');
  const services = await made('groundswell');
  const ownStore = async (): Promise<string> => {
    const environment = (port: number) => ({ ...commonVariables(port), DATABASE_URL: log });
    const { port } = await start('event-store', { entry: embedded('event-store'), environment });
    return `esdb://127.0.0.1:${port}?tls=false`;
  };
  return {
    services,
    log,
    // A store at a given address is not struck: the caller owns it.
    eventStoreUrl: process.env.EVENTSTORE_URL ?? (await ownStore()),
    redisPort: redis.port,
    brokerUrl: `http://127.0.0.1:${sandbox.port}`,
    way,
  };
};
