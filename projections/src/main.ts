import {
  announceReady,
  createLog,
  loadConfig,
  onShutdown,
  startHealthServer,
  startProcess,
} from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { keepAuditing } from './audit/keep-auditing.js';
import { keepCheckpoints } from './checkpoint-file/keep-checkpoints.js';
import { configSchema, signerOf } from './config.js';
import { startDaemon } from './daemon/daemon.js';
import { readModels } from './registry.js';

/**
 * Milliseconds. A statement that takes longer has gone silent; rebuilds, which take long, have their own
 * limit.
 */
const longestStatement = 60_000;

/** Milliseconds for a statement that loads, indexes or compares a whole table. */
const longestOfNight = 60 * 60_000;

const now = () => new Date();

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'projections', level: config.LOG_LEVEL });
  const database = openDatabase({
    url: config.DATABASE_URL,
    name: 'projections',
    connections: config.DATABASE_CONNECTIONS,
    patience: longestStatement,
  });
  onShutdown('database', () => database.close());
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  onShutdown('event store', () => eventStore.dispose());
  const daemon = await startDaemon({ database, eventStore, log, models: readModels, now });
  onShutdown('read models', () => daemon.stop());
  const checks = { ...daemon.checks };
  const signer = signerOf(config);
  const directory = config.CHECKPOINT_DIR;
  if (signer || directory) {
    const checkpoints = keepCheckpoints({ database, eventStore, signer, directory, log, now });
    onShutdown('checkpoints', () => checkpoints.stop());
    checks.checkpointFile = checkpoints.check;
  }
  const openNight = () =>
    openDatabase({
      url: config.DATABASE_URL,
      name: 'projections by night',
      connections: 6,
      patience: longestOfNight,
    });
  const audits = keepAuditing({
    database,
    eventStore,
    models: readModels,
    openNight,
    directory,
    log,
    now,
  });
  onShutdown('audits', () => audits.stop());
  const health = await startHealthServer({ host: config.HOST, port: config.PORT }, checks);
  onShutdown('health', () => health.close());
  announceReady(health.port);
});
