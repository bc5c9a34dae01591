import { announceReady, createLog, loadConfig, onShutdown, startProcess } from '@groundswell/platform';
import { configSchema } from './config.js';
import { startQueryService } from './start.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'query-service', level: config.LOG_LEVEL });
  const { http, store } = await startQueryService(config, log);
  onShutdown('read store', () => store.close());
  onShutdown('http', () => http.close());
  announceReady(http.port);
});
