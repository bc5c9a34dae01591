import type { Log } from '@groundswell/platform';
import type { z } from 'zod';
import { type configSchema, hostsOf, refuseOpenStore } from './config.js';
import { openEventLog } from './log/event-log.js';
import { scavenge } from './log/scavenge.js';
import { openSecured, type Secured } from './security/secured.js';
import { identifyAmong } from './security/users.js';
import { startServer } from './server.js';

const hour = 60 * 60 * 1_000;

export interface ServedLog {
  readonly port: number;
  /** Answers what is under way, then closes the log. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the log of a database and serves it.
 * @param lostDatabase called when another server may be the writer by now: nothing still in memory may be answered
 * @throws FatalFault when anyone on the network could read and write the log, or when another server writes it
 */
export const serveLog = async (
  config: z.output<typeof configSchema>,
  log: Log,
  lostDatabase: (fault: unknown) => void,
): Promise<ServedLog> => {
  refuseOpenStore(config);
  const eventLog = await openEventLog(config.DATABASE_URL, {
    failedWrite: (fault) => log.error({ err: fault }, 'a write failed'),
    lostDatabase,
  });
  const secured = config.SECURITY_DIR
    ? await openSecured(config.SECURITY_DIR, hostsOf(config.HOST), new Date())
    : undefined;
  const listening = {
    host: config.HOST,
    port: config.PORT,
    secured: secured && {
      identify: identifyAmong(secured.users),
      identity: await secured.identity(new Date()),
    },
  };
  const server = await startServer(eventLog, listening, log);
  const renew = ({ identity }: Secured): void => {
    identity(new Date()).then(server.renew, (fault: unknown) =>
      log.error({ err: fault }, 'the certificate was not renewed'),
    );
  };
  const clear = (): void => {
    scavenge(eventLog, Date.now()).then(
      (removed) => log.info({ removed }, 'scavenged'),
      (fault: unknown) => log.error({ err: fault }, 'a scavenge failed'),
    );
  };
  const every = [
    ...(secured ? [setInterval(() => renew(secured), hour)] : []),
    ...(config.SCAVENGE_SECONDS > 0 ? [setInterval(clear, config.SCAVENGE_SECONDS * 1_000)] : []),
  ];
  for (const interval of every) interval.unref();
  log.info({ port: server.port }, 'listening');
  return {
    port: server.port,
    stop: async () => {
      for (const interval of every) clearInterval(interval);
      await server.stop();
      await eventLog.close();
    },
  };
};
