import type { AddressInfo } from 'node:net';
import {
  announceReady,
  createLog,
  FatalFault,
  loadConfig,
  onShutdown,
  startProcess,
} from '@groundswell/platform';
import { configSchema } from './config.js';
import { buildGateway } from './gateway.js';

/** Time for answers in progress; an event stream would never end on its own. */
const patience = 2_000;

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const gateway = buildGateway({
    upstreams: {
      'command-service': config.COMMAND_SERVICE_URL,
      'query-service': config.QUERY_SERVICE_URL,
      web: config.WEB_URL,
    },
    others: {
      ...(config.PROJECTIONS_URL && { projections: config.PROJECTIONS_URL }),
      ...(config.WORKERS_URL && { workers: config.WORKERS_URL }),
    },
    timeout: config.UPSTREAM_TIMEOUT,
    networkFactor: config.NETWORK_LIMIT_FACTOR,
    mailbox: config.MAILBOX_DIR,
    log: createLog({ service: 'gateway', level: config.LOG_LEVEL }),
  });
  await gateway.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new FatalFault(`Port ${config.PORT} is taken. Set PORT to another one.`);
    if (error.code === 'EACCES')
      throw new FatalFault(`Port ${config.PORT} is reserved. Set PORT to another one.`);
    throw error;
  });
  onShutdown('gateway', async () => {
    const cut = setTimeout(() => gateway.server.closeAllConnections(), patience);
    await gateway.close();
    clearTimeout(cut);
  });
  announceReady((gateway.server.address() as AddressInfo).port);
});
