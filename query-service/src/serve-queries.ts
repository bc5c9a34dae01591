import type { Log } from '@groundswell/platform';
import { type Confirm, type HttpService, startHttpService } from '@groundswell/platform/http';
import type { TokenVerifier } from '@groundswell/platform/identity';
import type { LogWatch } from '@groundswell/platform/read-store';
import { readModels } from '@groundswell/projections';
import { publicStreams } from './live/live.controller.js';
import { ownStreams } from './money/own-changes.controller.js';
import { type ModuleSources, queryModule } from './query-module.js';
import { Answers } from './shared/answers.js';

export interface QuerySources extends ModuleSources {
  readonly listen: { readonly HOST: string; readonly PORT: number };
  /** Proxies whose `X-Forwarded-For` is trusted, so that streams are counted by reader. */
  readonly trustedProxies?: string;
  /** Multiplies what one network may ask for; 1 by default. */
  readonly networkFactor?: number;
  readonly log: Log;
  readonly verifyToken: TokenVerifier;
  readonly confirm?: Confirm;
  /** Whether the read models come from the present log; a copy from another time serves only one caller. */
  readonly logWatch?: LogWatch;
}

/**
 * All streams that may be open, and as many connections again for everything else. No request here has a
 * body.
 */
const mostConnections = 2 * (publicStreams.all + ownStreams.all);

/** The front server is one network, and opens a connection for each stream; a few are left for checks of health. */
const mostOfNetwork = mostConnections - 500;

/** Serves all queries over HTTP from the given sources. */
export const serveQueries = (sources: QuerySources): Promise<HttpService> => {
  const { store, listen, trustedProxies, networkFactor = 1, log, verifyToken, confirm, logWatch } = sources;
  const answers = new Answers(store);
  return startHttpService({
    module: queryModule(sources, answers),
    shortcut: (request) => answers.ready(request),
    config: listen,
    trustedProxies,
    networkFactor,
    bounds: { connections: mostConnections, connectionsOfNetwork: mostOfNetwork },
    log,
    verifyToken,
    confirm,
    logWatch,
    checks: {
      ...(logWatch ? { log: logWatch.check } : {}),
      // The last notice says nothing about a database that has gone silent since.
      database: async () => {
        await store.answers();
        return { ready: true };
      },
      readModels: () => {
        const missing = readModels.filter((model) => !store.heard(model)).map(({ name }) => name);
        const damaged = readModels.flatMap((model) => {
          const damage = store.damage(model);
          return damage === undefined ? [] : [`${model.name}: ${damage}`];
        });
        const older = readModels.flatMap((model) => {
          const version = store.olderVersion(model);
          return version === undefined
            ? []
            : [`${model.name} has version ${version}, and this program reads version ${model.version}`];
        });
        const why = [
          ...(missing.length > 0 ? [`no projections process has made ${missing.join(', ')} yet`] : []),
          ...older,
          ...damaged,
        ].join('; ');
        return {
          ready: why === '',
          ...(why === '' ? {} : { why }),
          detail: { listening: store.listening, missing: missing.join(' ') || null },
        };
      },
    },
  });
};
