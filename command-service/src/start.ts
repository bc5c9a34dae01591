import type { Log } from '@groundswell/platform';
import { type HttpService, startHttpService } from '@groundswell/platform/http';
import { createTokenVerifier } from '@groundswell/platform/identity';
import { watchLog } from '@groundswell/platform/read-store';
import { commandServiceModule } from './command-service.module.js';
import type { Config } from './config.js';
import { createEraseAgain } from './erase-again.js';
import { startHousekeeping } from './housekeeping.js';
import { referredTo } from './money/referred-to.js';
import { openParts, type Parts, type Stubs } from './parts.js';
import { removeOldAttempts } from './shared/shared-attempts.js';

/** Starts the service; what it needs must be there, but for the event store, which may come later. */
export const startCommandService = async (
  config: Config,
  log: Log,
  stubs: Stubs = {},
): Promise<HttpService & { readonly parts: Parts }> => {
  const parts = await openParts(config, log, stubs);
  const logWatch = watchLog({ ...parts, models: [], log });
  const housekeeping = startHousekeeping({
    vault: parts.vault,
    cameOf: referredTo(parts.eventStore),
    others: [
      createEraseAgain(parts, log),
      () => parts.sessions.removeExpired(),
      () => parts.begunSignIns.removeExpired(),
      () => parts.identityProofs.removeExpired(),
      () => parts.knownNetworks.removeExpired(),
      () => removeOldAttempts(parts.database, parts.doorOptions.now()),
      () => parts.endedSessions.removeExpired(parts.doorOptions.now()),
    ],
    log,
    now: parts.doorOptions.now,
  });
  try {
    const tokenKeys = [config.TOKEN_PRIVATE_KEY, ...(config.TOKEN_PUBLIC_KEY ?? [])];
    const service = await startHttpService({
      module: commandServiceModule(parts),
      config,
      log,
      verifyToken: await createTokenVerifier(tokenKeys, stubs.now),
      confirm: parts.signIn.confirm,
      trustedProxies: config.TRUSTED_PROXIES,
      networkFactor: config.NETWORK_LIMIT_FACTOR,
      logWatch,
      checks: {
        log: logWatch.check,
        database: async () => {
          await parts.database.query('SELECT 1');
          return { ready: true };
        },
        'event store': async () => {
          await parts.eventStore.head();
          return { ready: true };
        },
        'personal data': housekeeping.check,
      },
    });
    void housekeeping.sweep();
    return {
      ...service,
      parts,
      close: async () => {
        await service.close();
        await logWatch.stop();
        await housekeeping.stop();
        await parts.close();
      },
    };
  } catch (fault) {
    await logWatch.stop();
    await housekeeping.stop();
    await parts.close();
    throw fault;
  }
};
