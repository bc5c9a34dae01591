import { writeSync } from 'node:fs';
import { announceReady, createLog, loadConfig, onShutdown, startProcess } from '@groundswell/platform';
import { configSchema, hostsOf, refuseOpenStore } from './config.js';
import { openEventLog } from './log/event-log.js';
import { scavenge } from './log/scavenge.js';
import { openSecured, type Secured } from './security/secured.js';
import { identifyAmong } from './security/users.js';
import { startServer } from './server.js';

const hour = 60 * 60 * 1_000;

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  refuseOpenStore(config);
  const log = createLog({ service: 'event-store', level: config.LOG_LEVEL });
  const eventLog = await openEventLog(config.DATABASE_URL, {
    failedWrite: (fault) => log.error({ err: fault }, 'a write failed'),
    lostDatabase: (fault) => {
      // Another server may be the writer by now: nothing still in memory may be answered.
      const reason = fault instanceof Error ? fault.message : String(fault);
      writeSync(2, `The event store lost its connection to PostgreSQL: ${reason}\n`);
      process.exit(1);
    },
  });
  onShutdown('event log', () => eventLog.close());
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
  if (secured) setInterval(() => renew(secured), hour).unref();
  onShutdown('event store server', () => server.stop());
  if (config.SCAVENGE_SECONDS > 0) {
    const run = (): void => {
      scavenge(eventLog, Date.now()).then(
        (removed) => log.info({ removed }, 'scavenged'),
        (fault: unknown) => log.error({ err: fault }, 'a scavenge failed'),
      );
    };
    setInterval(run, config.SCAVENGE_SECONDS * 1_000).unref();
  }
  announceReady(server.port);
  log.info({ port: server.port }, 'listening');
});
