import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPart } from './built-part.js';
import { freshDatabase } from './database.js';
import { eventStoreUrlOf, securityDirectory } from './event-store-security.js';
import { addressOf, nodeProgram, startNode } from './eventstore-node.js';
import { takeRedis } from './redis.js';
import { type StartedPart, startPart } from './start-part.js';

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
  /** The event-store process, for tests that stop or kill it; undefined when it is not ours. */
  readonly eventStore: StartedPart | undefined;
  /** Starts the event store again after it was stopped or killed: same port, same log. */
  readonly restartEventStore: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A given store on which tests run instead of starting one; the person who runs them ends and freezes it. */
const givenStore = process.env.EVENTSTORE_URL;

const logIsOurs = 'This test changes the log in its database, which only our event store has.';

interface OwnStore {
  readonly start: (port: number) => Promise<StartedPart>;
  readonly address: (part: StartedPart) => string;
  readonly logDatabaseUrl?: string;
  readonly remove: () => Promise<void>;
}

const ourStore = async (): Promise<OwnStore> => {
  const { databaseUrl, drop } = await freshDatabase();
  return {
    start: (port) =>
      startPart(builtPart('event-store'), {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        SECURITY_DIR: securityDirectory(),
      }),
    address: ({ port }) => eventStoreUrlOf(port, 'writer'),
    logDatabaseUrl: databaseUrl,
    remove: drop,
  };
};

const nodeOfItsOwn = async (program: string): Promise<OwnStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-node-'));
  return {
    start: (port) => startNode(program, directory, port),
    address: addressOf,
    remove: async () => rmSync(directory, { recursive: true }),
  };
};

/**
 * A database, a Redis and (when asked) an event-store server of their own: nothing of one test reaches another. With
 * TEST_EVENTSTORE that server is a node of EventStoreDB. With EVENTSTORE_URL all of them share the log that is there.
 */
export const startStack = async (wanted: { readonly eventStore?: boolean } = {}): Promise<Stack> => {
  const own = wanted.eventStore && givenStore === undefined;
  const [database, redis, store] = await Promise.all([
    freshDatabase(),
    takeRedis(),
    own ? (nodeProgram === undefined ? ourStore() : nodeOfItsOwn(nodeProgram)) : undefined,
  ]);
  let eventStore = await store?.start(0);
  const port = eventStore?.port ?? 0;
  return {
    databaseUrl: database.databaseUrl,
    eventStoreUrl: eventStore ? (store?.address(eventStore) ?? '') : (wanted.eventStore && givenStore) || '',
    get logDatabaseUrl() {
      if (store?.logDatabaseUrl === undefined) throw new Error(logIsOurs);
      return store.logDatabaseUrl;
    },
    redisUrl: redis.url,
    get eventStore() {
      return eventStore;
    },
    restartEventStore: async () => {
      eventStore = await store?.start(port);
    },
    stop: async () => {
      await eventStore?.stop();
      await Promise.all([database.drop(), store?.remove(), redis.giveBack()]);
    },
  };
};
