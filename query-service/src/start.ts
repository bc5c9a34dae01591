import { type Log, timeLimits } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import type { HttpService } from '@groundswell/platform/http';
import {
  createTokenVerifier,
  type IdentityChanges,
  type IdentityWatch,
  openIdentityChanges,
  watchIdentity,
} from '@groundswell/platform/identity';
import { expectedLog, openReadStore, type ReadStore, watchLog } from '@groundswell/platform/read-store';
import { readModels } from '@groundswell/projections';
import type { z } from 'zod';
import type { configSchema } from './config.js';
import { openStatus } from './operations/status.js';
import { serveQueries } from './serve-queries.js';
import type { Clock } from './shared/tokens.js';

export interface QueryService {
  readonly http: HttpService;
  readonly store: ReadStore;
}

/** Starts the service, which reads what the projections store and answers over HTTP. */
export const startQueryService = async (
  config: z.output<typeof configSchema>,
  log: Log,
  now: Clock = () => new Date(),
): Promise<QueryService> => {
  const store = openReadStore({
    url: config.DATABASE_URL,
    name: 'query-service',
    models: readModels,
    log,
    connections: config.DATABASE_CONNECTIONS,
  });
  const database = openDatabase({
    url: config.DATABASE_URL,
    name: 'query-service log',
    connections: 1,
    patience: timeLimits.statement,
  });
  const eventStore = connectEventStore({
    url: config.EVENTSTORE_URL,
    logger: log,
    expected: expectedLog(database),
  });
  const logWatch = watchLog({ database, eventStore, models: readModels, log });
  const sessionState = openSessionState(config.DATABASE_URL, log);
  const operations = openStatus({
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    eventStore,
    log,
  });
  const http = await serveQueries({
    store,
    eventStore,
    listen: config,
    trustedProxies: config.TRUSTED_PROXIES,
    networkFactor: config.NETWORK_LIMIT_FACTOR,
    log,
    verifyToken: await createTokenVerifier(config.TOKEN_PUBLIC_KEY, now),
    confirm: sessionState.confirm,
    endedAmong: sessionState.endedAmong,
    askStatus: operations.ask,
    logWatch,
    now,
  });
  const close = async (): Promise<void> => {
    await http.close();
    await logWatch.stop();
    await sessionState.close();
    await operations.close();
    await eventStore.dispose();
    await database.close();
  };
  return { http: { ...http, close }, store };
};

/** Watches which sessions have ended. Connects when possible, so the service can start without the database. */
const openSessionState = (
  url: string,
  log: Log,
): Pick<IdentityWatch, 'confirm' | 'endedAmong'> & { close(): Promise<void> } => {
  const database = openDatabase({
    url,
    name: 'query-service sessions',
    connections: 2,
    patience: timeLimits.statement,
  });
  let opening: Promise<IdentityChanges> | undefined;
  const open = (): Promise<IdentityChanges> => {
    opening ??= openIdentityChanges(database).catch((fault: unknown) => {
      opening = undefined;
      throw fault;
    });
    return opening;
  };
  const watch = watchIdentity({ database, open, log });
  return {
    confirm: watch.confirm,
    endedAmong: watch.endedAmong,
    async close() {
      // In parallel: an unanswered query ends when its connection is cut.
      await Promise.all([watch.stop(), database.close()]);
    },
  };
};
