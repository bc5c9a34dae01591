import type { Log } from '@groundswell/platform';
import { type HttpService, startHttpService } from '@groundswell/platform/http';
import { createTokenVerifier } from '@groundswell/platform/identity';
import { commandServiceModule } from './command-service.module.js';
import type { Config } from './config.js';
import { openParts, type Parts } from './parts.js';

const hour = 60 * 60 * 1_000;

/** Deletes what has outlived its time. A failure is tried again an hour later. */
const keepHouse = (parts: Parts, log: Log): NodeJS.Timeout =>
  setInterval(() => {
    Promise.all([
      parts.sessions.removeExpired(),
      parts.endedSessions.removeExpired(new Date()),
      parts.vault.removeExpired(),
    ]).catch((err: unknown) => log.warn({ err }, 'housekeeping failed'));
  }, hour).unref();

/** Starts the service; what it needs must be there, but for the event store, which may come later. */
export const startCommandService = async (
  config: Config,
  log: Log,
  now?: () => Date,
): Promise<HttpService & { readonly parts: Parts }> => {
  const parts = await openParts(config, log, now);
  try {
    const verify = await createTokenVerifier(config.TOKEN_PRIVATE_KEY);
    const service = await startHttpService({
      module: commandServiceModule(parts),
      config,
      log,
      verifyToken: (token) => verify(token, now?.()),
      confirm: parts.signIn.confirm,
      trustedProxies: config.TRUSTED_PROXIES,
      checks: {
        database: async () => {
          await parts.database.query('SELECT 1');
          return { ready: true };
        },
        'event store': async () => {
          await parts.eventStore.head();
          return { ready: true };
        },
      },
    });
    const housekeeping = keepHouse(parts, log);
    return {
      ...service,
      parts,
      close: async () => {
        clearInterval(housekeeping);
        await service.close();
        await parts.close();
      },
    };
  } catch (fault) {
    await parts.close();
    throw fault;
  }
};
