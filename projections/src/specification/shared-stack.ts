import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import { freshDatabase, type Stack, startStack, type WantedStore } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { processName } from '../operations/keepers.js';

/** Dependencies shared by the integration specs of one file. */
export interface SharedStack {
  /** All tests of the file share its log and Redis, so each writes its own streams. */
  readonly stack: Stack;
  readonly eventStore: EventStore;
  /** Empty at the start of each test. */
  readonly database: Database;
  /** Environment variables for a process or a command. */
  readonly variables: Readonly<Record<'DATABASE_URL' | 'EVENTSTORE_URL' | 'REDIS_URL', string>>;
  /** Keeps read models until the test ends or the daemon is stopped. */
  keep(...models: readonly ReadModel[]): Promise<Daemon>;
}

/**
 * Starts one event store for a file of specs and gives each test its own database, since a process takes several
 * times as long to start as a database.
 * @param schemas search path for table names in a spec's statements
 * @param wanted an event store in its own process where a spec kills or freezes it
 */
export const shareStack = (
  schemas: readonly string[] = [],
  wanted: WantedStore = 'shared process',
): SharedStack => {
  let stack: Stack;
  let eventStore: EventStore;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  const daemons: Daemon[] = [];
  const dropped: Promise<void>[] = [];
  beforeAll(async () => {
    stack = await startStack({ eventStore: wanted });
    eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  });
  beforeEach(async () => {
    fresh = await freshDatabase();
    database = openDatabase({ url: fresh.databaseUrl, name: 'spec', connections: 12, schemas });
  });
  afterEach(async () => {
    await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()));
    await database.close();
    // The next test does not wait for the drop.
    dropped.push(fresh.drop());
  });
  afterAll(async () => {
    await eventStore.dispose();
    await Promise.all([stack.stop(), ...dropped.splice(0)]);
  });
  return {
    get stack() {
      return stack;
    },
    get eventStore() {
      return eventStore;
    },
    get database() {
      return database;
    },
    get variables() {
      return {
        DATABASE_URL: fresh.databaseUrl,
        EVENTSTORE_URL: stack.eventStoreUrl,
        REDIS_URL: stack.redisUrl,
      };
    },
    async keep(...models) {
      const log = createLog({ service: 'spec', level: 'silent' });
      const process = daemons.length === 0 ? processName() : `${processName()}.${daemons.length}`;
      const daemon = await startDaemon({ database, eventStore, log, models, process, now: () => new Date() });
      daemons.push(daemon);
      return daemon;
    },
  };
};

/**
 * Changes the log as no program can. The store keeps its end in memory, so it is stopped meanwhile.
 * @param statement SQL on the tables of the event store
 */
export const alterLog = async (stack: Stack, statement: string): Promise<void> => {
  await stack.eventStore?.stop();
  const log = openDatabase({ url: stack.logDatabaseUrl, name: 'spec', connections: 1 });
  await log.query(statement);
  await log.close();
  await stack.restartEventStore();
};
