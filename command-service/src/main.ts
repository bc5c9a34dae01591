import { announceReady, createLog, loadConfig, onShutdown, startProcess } from '@groundswell/platform';
import { configSchema } from './config.js';
import { startCommandService } from './start.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'command-service', level: config.LOG_LEVEL });
  const service = await startCommandService(config, log);
  onShutdown('command-service', service.close);
  announceReady(service.port);
  log.info({ port: service.port }, 'listening');
});
