import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { createDatabase } from '../create-database.js';
import { commonVariables, embedded, entryOf, startPostgresql } from '../money/instance-infrastructure.js';
import type { Part } from '../money/part.js';
import { openParts } from '../money/parts.js';

/** Projections processes that keep the read models of one database together. */
export interface Group {
  readonly databaseUrl: string;
  readonly processes: readonly Part[];
  /** Ends its processes; the tables stay. */
  stop(): Promise<void>;
}

/** A log, and groups of processes that read it. */
export interface Stage {
  readonly eventStore: EventStore;
  readonly eventStoreUrl: string;
  /** Killed, it is stopped in immediate mode: what was not yet on disk is lost. */
  readonly postgresql: Part;
  /** A group on an empty database. */
  group(count: number): Promise<Group>;
  stop(): Promise<void>;
}

/** Milliseconds that an append waits for a store that is away. */
const persistence = 600_000;

export const openStage = async (): Promise<Stage> => {
  const { directory, start, stop } = openParts('processes');
  try {
    const postgresql = await startPostgresql(directory, start);
    const server = postgresql.announced.databaseUrl ?? '';
    const log = await createDatabase(server, 'event_store');
    const store = await start('event-store', {
      entry: embedded('event-store'),
      environment: (port) => ({ ...commonVariables(port), DATABASE_URL: log }),
    });
    const eventStoreUrl = `esdb://127.0.0.1:${store.port}?tls=false`;
    const eventStore = connectEventStore({ url: eventStoreUrl, persistence });
    let groups = 0;
    return {
      eventStore,
      eventStoreUrl,
      postgresql,
      async group(count) {
        groups += 1;
        const databaseUrl = await createDatabase(server, `group_${groups}`);
        const startOne = (_: unknown, index: number) =>
          start(`projections-${groups}-${index + 1}`, {
            entry: entryOf('projections'),
            environment: (port) => ({
              ...commonVariables(port),
              DATABASE_URL: databaseUrl,
              EVENTSTORE_URL: eventStoreUrl,
            }),
          });
        const processes = await Promise.all(Array.from({ length: count }, startOne));
        return {
          databaseUrl,
          processes,
          stop: async () => {
            await Promise.all(processes.map((process) => process.stop()));
          },
        };
      },
      async stop() {
        await eventStore.dispose();
        await stop();
      },
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
