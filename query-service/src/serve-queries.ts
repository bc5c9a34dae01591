import type { AssetDirectory } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import { type Confirm, type HttpService, startHttpService } from '@groundswell/platform/http';
import type { EndedSessions, TokenVerifier } from '@groundswell/platform/identity';
import type { ReadStore } from '@groundswell/platform/read-store';
import type { AskStanding } from './operations/operations.controller.js';
import { askedModels, queryModule } from './query-module.js';
import { Answers } from './shared/answers.js';
import type { Clock } from './shared/tokens.js';

export interface QuerySources {
  /** The read models: those that serve, or a copy of them from another time. */
  readonly store: ReadStore;
  readonly eventStore: EventStore;
  readonly assets: Pick<AssetDirectory, 'search'>;
  readonly listen: { readonly HOST: string; readonly PORT: number };
  readonly log: Log;
  readonly verifyToken: TokenVerifier;
  readonly confirm?: Confirm;
  /** Asked for as long as somebody is told of their own changes. */
  readonly endedAmong?: EndedSessions['endedAmong'];
  /** Asked by staff; a copy of the read models from another time has none. */
  readonly standing?: AskStanding;
  readonly now: Clock;
}

/** Answers all queries over HTTP from the given sources. */
export const serveQueries = (sources: QuerySources): Promise<HttpService> => {
  const { store, eventStore, assets, listen, log, verifyToken, confirm, endedAmong, standing, now } = sources;
  const answers = new Answers(store);
  return startHttpService({
    module: queryModule(store, answers, assets, eventStore, now, endedAmong, standing),
    shortcut: (request) => answers.ready(request),
    config: listen,
    log,
    verifyToken,
    confirm,
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
};
