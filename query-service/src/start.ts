import { AssetDirectory, brokerAt } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import { type HttpService, startHttpService } from '@groundswell/platform/http';
import { createTokenVerifier } from '@groundswell/platform/identity';
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
  const http = await startHttpService({
    module: queryModule(store, answers, assets),
    shortcut: (request) => answers.ready(request),
    config,
    log,
    verifyToken: await createTokenVerifier(config.TOKEN_PUBLIC_KEY),
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
  return { http, store };
};
