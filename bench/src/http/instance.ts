import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { builtEntries, openProcesses } from '../event-store/processes.js';
import type { BareRoutes } from './bare-route/routes.js';
import type { Server } from './side-by-side.js';

/** A PostgreSQL and an event store of their own, and whatever is started next to them. */
export interface Instance {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly eventStore: EventStore;
  /** Starts a service as it runs in production: one line in its log for each request. */
  service(room: string, environment: Readonly<Record<string, string>>): Promise<Server>;
  bareServer(routes: BareRoutes): Promise<Server>;
  /** An empty database. */
  database(name: string): Promise<string>;
  /** An event store with a log of its own; answers its address. */
  anotherEventStore(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Everything that is measured comes from one address. */
const oneNetwork = { NETWORK_LIMIT_FACTOR: '1000' };

const built = (path: string): string => fileURLToPath(new URL(`../../../${path}/main.js`, import.meta.url));

export const openInstance = async (): Promise<Instance> => {
  const { directory, start, newDatabase, stop } = await openProcesses();
  let files = 0;
  try {
    const anotherEventStore = async (name: string): Promise<string> => {
      const store = await start(builtEntries.eventStore, { DATABASE_URL: await newDatabase(name) });
      return `esdb://127.0.0.1:${store.ready.port}?tls=false`;
    };
    const eventStoreUrl = process.env.EVENTSTORE_URL ?? (await anotherEventStore('log'));
    const eventStore = connectEventStore({ url: eventStoreUrl });
    return {
      databaseUrl: await newDatabase('groundswell'),
      eventStoreUrl,
      eventStore,
      anotherEventStore,
      database: newDatabase,
      async service(room, environment) {
        const log = openSync(join(directory, `${room}.log`), 'a');
        const part = await start(
          built(`${room}/dist`),
          { LOG_LEVEL: 'info', ...oneNetwork, ...environment },
          log,
        );
        return { name: room, pid: part.pid, url: `http://127.0.0.1:${part.ready.port}` };
      },
      async bareServer(routes) {
        const file = join(directory, `routes-${files++}.json`);
        writeFileSync(file, JSON.stringify(routes));
        const part = await start(built('bench/dist/http/bare-route'), { ROUTES_FILE: file });
        return { name: 'bare Fastify route', pid: part.pid, url: `http://127.0.0.1:${part.ready.port}` };
      },
      async close() {
        await eventStore.dispose();
        await stop();
      },
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
