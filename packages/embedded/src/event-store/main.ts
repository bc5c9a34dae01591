import { writeSync } from 'node:fs';
import {
  announceReady,
  createLog,
  loadConfig,
  messageOf,
  onShutdown,
  startProcess,
} from '@groundswell/platform';
import { configSchema } from './config.js';
import { serveLog } from './serve.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'event-store', level: config.LOG_LEVEL });
  const served = await serveLog(config, log, (fault) => {
    const reason = messageOf(fault);
    writeSync(2, `The event store lost its connection to PostgreSQL: ${reason}\n`);
    process.exit(1);
  });
  onShutdown('event store', served.stop);
  announceReady(served.port);
});
