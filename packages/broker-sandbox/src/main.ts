import type { AddressInfo } from 'node:net';
import { announceReady, loadConfig, onShutdown, startProcess } from '@groundswell/platform';
import { configSchema } from './config.js';
import { createSandbox } from './server.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const { ALPACA_KEY_ID: keyId, ALPACA_SECRET_KEY: secret } = config;
  const server = createSandbox({
    now: () => new Date(),
    generated: config.SANDBOX_GENERATED_SYMBOLS,
    callsPerMinute: config.SANDBOX_CALLS_PER_MINUTE,
    credentials: keyId && secret ? { keyId, secret } : undefined,
  });
  onShutdown('http', () => server.close());
  await server.listen({ host: config.HOST, port: config.PORT });
  announceReady((server.server.address() as AddressInfo).port);
});
