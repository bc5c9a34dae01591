import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freshDatabase } from './database.js';
import { eventStoreUrlOf } from './event-store-security.js';
import { startEventStore, type WantedStore } from './event-stores.js';
import { addressOf, cutLog, givenStore, nodeProgram, startNode } from './eventstore-node.js';
import { takeRedis } from './redis.js';
import type { StartedPart } from './start-part.js';

export interface Stack {
  readonly databaseUrl: string;
  /** Empty when the stack was started without an event store. */
  readonly eventStoreUrl: string;
  /**
   * The database of the event store's log, for tests that alter it directly.
   * @throws with an external event store
   */
  readonly logDatabaseUrl: string;
  readonly redisUrl: string;
  /** The event store, for tests that stop it, or kill it in its own process; undefined when it is not ours. */
  readonly eventStore: StartedPart | undefined;
  /** Starts the event store again after it was stopped or killed: same port, same log. */
  readonly restartEventStore: () => Promise<void>;
  /** Starts the event store again on an older copy of its log, which ends at a position; without one, on an empty log. */
  readonly restoreLog: (end?: { readonly commit: bigint }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface OwnStore {
  readonly start: (port: number) => Promise<StartedPart>;
  readonly address: (part: StartedPart) => string;
  readonly logDatabaseUrl?: string;
  /** Drops what comes after a position, while the store is stopped. */
  readonly cut: (end: bigint) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const ourStore = async (wanted: WantedStore): Promise<OwnStore> => {
  const { databaseUrl, drop } = await freshDatabase();
  return {
    start: (port) => startEventStore(wanted, databaseUrl, port),
    address: ({ port }) => eventStoreUrlOf(port, 'writer'),
    logDatabaseUrl: databaseUrl,
    cut: async (end) => {
      const log = new pg.Client(databaseUrl);
      await log.connect();
      await log.query('DELETE FROM event WHERE position > $1', [end]);
      await log.end();
    },
    remove: drop,
  };
};

const nodeOfItsOwn = async (program: string): Promise<OwnStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-node-'));
  return {
    start: (port) => startNode(program, directory, port),
    address: addressOf,
    cut: (end) => cutLog(program, directory, end),
    remove: async () => rmSync(directory, { recursive: true }),
  };
};

/**
 * A database, a Redis and (when asked) an event-store server of their own: nothing of one test reaches another. With
 * TEST_EVENTSTORE that server is a node of EventStoreDB. With EVENTSTORE_URL all of them share the log that is there.
 */
export const startStack = async (wanted: { readonly eventStore?: WantedStore } = {}): Promise<Stack> => {
  const own = givenStore === undefined ? wanted.eventStore : undefined;
  const [database, redis, store] = await Promise.all([
    freshDatabase(),
    takeRedis(),
    own && (nodeProgram === undefined ? ourStore(own) : nodeOfItsOwn(nodeProgram)),
  ]);
  let eventStore = await store?.start(0);
  const port = eventStore?.port ?? 0;
  const restart = async (): Promise<void> => {
    eventStore = await store?.start(port);
  };
  return {
    databaseUrl: database.databaseUrl,
    eventStoreUrl: eventStore ? (store?.address(eventStore) ?? '') : (wanted.eventStore && givenStore) || '',
    get logDatabaseUrl() {
      if (store?.logDatabaseUrl === undefined)
        throw new Error('Only our event store has its log in a database.');
      return store.logDatabaseUrl;
    },
    redisUrl: redis.url,
    get eventStore() {
      return eventStore;
    },
    restartEventStore: restart,
    restoreLog: async (end) => {
      await eventStore?.stop();
      await store?.cut(end?.commit ?? 0n);
      await restart();
    },
    stop: async () => {
      await eventStore?.stop();
      await Promise.all([database.drop(), store?.remove(), redis.giveBack()]);
    },
  };
};
