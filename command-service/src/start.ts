import type { Log } from '@groundswell/platform';
import { type HttpService, startHttpService } from '@groundswell/platform/http';
import { createTokenVerifier } from '@groundswell/platform/identity';
import { watchLog } from '@groundswell/platform/read-store';
import { commandServiceModule } from './command-service.module.js';
import { composeServices, type Services, type Stubs } from './composition-root.js';
import { createNamesFromLog } from './concept/names-from-log.js';
import type { Config } from './config.js';
import { createEraseAgain } from './erase-again.js';
import { startHousekeeping } from './housekeeping.js';
import { referredTo } from './money/referred-to.js';
import { removeOldAttempts } from './shared/shared-attempts.js';

/** Starts the service. Its dependencies must be available, except the event store, which may start later. */
export const startCommandService = async (
  config: Config,
  log: Log,
  stubs: Stubs = {},
): Promise<HttpService & { readonly services: Services }> => {
  const services = await composeServices(config, log, stubs);
  const logWatch = watchLog({ ...services, models: [], log });
  const housekeeping = startHousekeeping({
    vault: services.vault,
    cameOf: referredTo(services.eventStore),
    soon: [() => services.notices.tellOwed()],
    others: [
      createEraseAgain(services, log),
      createNamesFromLog(services.eventStore, services.conceptNames),
      () => services.sessions.removeExpired(),
      () => services.begunSignIns.removeExpired(),
      () => services.identityProofs.removeExpired(),
      () => services.knownNetworks.removeExpired(),
      () => services.wrongPasswords.removeExpired(),
      () => removeOldAttempts(services.database, services.commandOptions.now()),
      () => services.identityChanges.removeExpired(services.commandOptions.now()),
    ],
    log,
    now: services.commandOptions.now,
  });
  try {
    const tokenKeys = [config.TOKEN_PRIVATE_KEY, ...(config.TOKEN_PUBLIC_KEY ?? [])];
    const service = await startHttpService({
      module: commandServiceModule(services),
      config,
      log,
      verifyToken: await createTokenVerifier(tokenKeys, stubs.now),
      confirm: services.signIn.confirm,
      trustedProxies: config.TRUSTED_PROXIES,
      networkFactor: config.NETWORK_LIMIT_FACTOR,
      logWatch,
      checks: {
        log: logWatch.check,
        database: async () => {
          await services.database.query('SELECT 1');
          return { ready: true };
        },
        'event store': async () => {
          await services.eventStore.head();
          return { ready: true };
        },
        'personal data': housekeeping.check,
      },
    });
    void housekeeping.sweep();
    return {
      ...service,
      services,
      close: async () => {
        await service.close();
        await logWatch.stop();
        await housekeeping.stop();
        await services.close();
      },
    };
  } catch (fault) {
    await logWatch.stop();
    await housekeeping.stop();
    await services.close();
    throw fault;
  }
};
