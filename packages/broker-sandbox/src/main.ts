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
    directory: config.DATA_DIR,
    times: {
      review: config.SANDBOX_REVIEW_TIME,
      linking: config.SANDBOX_LINKING_TIME,
      settlement: config.SANDBOX_SETTLEMENT_TIME,
      hold: config.SANDBOX_HOLD_TIME,
    },
    limits: {
      transfersPerDay: config.SANDBOX_TRANSFERS_PER_DAY,
      centsPerDay: config.SANDBOX_DOLLARS_PER_DAY * 100,
    },
    heartbeat: config.SANDBOX_HEARTBEAT,
  });
  onShutdown('http', () => server.close());
  await server.listen({ host: config.HOST, port: config.PORT });
  announceReady((server.server.address() as AddressInfo).port);
});
