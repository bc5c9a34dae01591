import { AssetDirectory, brokerAt } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { type Confirm, type HttpService, startHttpService } from '@groundswell/platform/http';
import { createTokenVerifier, type EndedSessions, openEndedSessions } from '@groundswell/platform/identity';
import { openReadStore, type ReadStore } from '@groundswell/platform/read-store';
import type { z } from 'zod';
import type { configSchema } from './config.js';
import { askedModels, queryModule } from './query-module.js';
import { Answers } from './shared/answers.js';

export interface QueryService {
  readonly http: HttpService;
  readonly store: ReadStore;
}

/** Starts the service: reads what the projections keep, and answers over HTTP. */
export const startQueryService = async (
  config: z.output<typeof configSchema>,
  log: Log,
): Promise<QueryService> => {
  const store = openReadStore({
    url: config.DATABASE_URL,
    name: 'query-service',
    models: askedModels,
    log,
    connections: config.DATABASE_CONNECTIONS,
  });
  const assets = new AssetDirectory({ broker: brokerAt(config), now: () => new Date() });
  const answers = new Answers(store);
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  const standing = sessionStanding(config.DATABASE_URL);
  const http = await startHttpService({
    module: queryModule(store, answers, assets, eventStore),
    shortcut: (request) => answers.ready(request),
    config,
    log,
    verifyToken: await createTokenVerifier(config.TOKEN_PUBLIC_KEY),
    confirm: standing.confirm,
    checks: {
      readModels: () => {
        const missing = askedModels.filter((model) => !store.heard(model)).map(({ name }) => name);
        return {
          ready: missing.length === 0,
          detail: { listening: store.listening, missing: missing.join(' ') || null },
        };
      },
    },
  });
  const close = async (): Promise<void> => {
    await http.close();
    await standing.close();
    await eventStore.dispose();
  };
  return { http: { ...http, close }, store };
};

/** Whether the session of a token has ended since. Asks first when it is needed, so that the service starts alone. */
const sessionStanding = (url: string): { confirm: Confirm; close(): Promise<void> } => {
  const database = openDatabase({ url, name: 'query-service sessions', connections: 2 });
  let opening: Promise<EndedSessions> | undefined;
  return {
    async confirm(user, access) {
      opening ??= openEndedSessions(database).catch((fault: unknown) => {
        opening = undefined;
        throw fault;
      });
      return (await opening).confirm(user, access);
    },
    close: () => database.close(),
  };
};
