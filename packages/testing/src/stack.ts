import { builtPart } from './built-part.js';
import { freshDatabase } from './database.js';
import { takeRedis } from './redis.js';
import { type StartedPart, startPart } from './start-part.js';

export interface Stack {
  readonly databaseUrl: string;
  /** Empty when the stack was started without an event store. */
  readonly eventStoreUrl: string;
  /** Where the event store keeps its log: for tests that alter it behind the store's back. Empty without one of ours. */
  readonly logDatabaseUrl: string;
  readonly redisUrl: string;
  /** The event-store process, for tests that stop or kill it; undefined when it is not ours. */
  readonly eventStore: StartedPart | undefined;
  /** Starts the event store again after it was stopped or killed: same port, same log. */
  readonly restartEventStore: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The store on which tests run in place of one of their own; whoever runs them ends and freezes it. */
const givenStore = process.env.EVENTSTORE_URL;

/**
 * A database, a Redis and (when asked) an event-store server of their own: nothing of one test reaches another. With
 * EVENTSTORE_URL all of them share the log that is there.
 */
export const startStack = async (wanted: { readonly eventStore?: boolean } = {}): Promise<Stack> => {
  const [database, redis, log] = await Promise.all([
    freshDatabase(),
    takeRedis(),
    wanted.eventStore && givenStore === undefined ? freshDatabase() : undefined,
  ]);
  const start = async (port: number) =>
    log && startPart(builtPart('event-store'), { DATABASE_URL: log.databaseUrl, PORT: String(port) });
  let eventStore = await start(0);
  const port = eventStore?.port ?? 0;
  return {
    databaseUrl: database.databaseUrl,
    eventStoreUrl: eventStore
      ? `esdb://127.0.0.1:${port}?tls=false`
      : (wanted.eventStore && givenStore) || '',
    logDatabaseUrl: log?.databaseUrl ?? '',
    redisUrl: redis.url,
    get eventStore() {
      return eventStore;
    },
    restartEventStore: async () => {
      eventStore = await start(port);
    },
    stop: async () => {
      await eventStore?.stop();
      await Promise.all([database.drop(), log?.drop(), redis.giveBack()]);
    },
  };
};
