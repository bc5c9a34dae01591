import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import type { EventStore, NewEvent } from '@groundswell/platform/event-store';
import { expect } from 'vitest';
import type { ReplayDependencies } from '../replay/run.js';
import { conceptCreated } from './events.js';
import type { SharedStack } from './shared-stack.js';

const patiently = { timeout: 60_000, interval: 25 };

/** Creates a concept with further changes. */
export const createTrend = async (
  eventStore: Pick<EventStore, 'append'>,
  name: string,
  ...more: readonly NewEvent[]
): Promise<{ readonly id: string; readonly position: bigint }> => {
  const id = randomUUID();
  const events = [conceptCreated(id, name), ...more];
  const { position } = await eventStore.append(streamOf('concept', id), events, {
    expectedRevision: 'no_stream',
  });
  return { id, position: position.commit };
};

/** Helpers for specs about the trend list on a shared stack with `trend_list` in its search path. */
export const trendsOn = (shared: SharedStack) => {
  /** Written by all tests of the file. */
  const written = { trends: 0, events: 0 };
  /** In alphabetical order. */
  const names = async (table = 'card'): Promise<string[]> => {
    const found = await shared.database.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`);
    return found.map(({ name }) => name);
  };
  return {
    written,
    names,
    async create(name: string, ...more: readonly NewEvent[]) {
      const created = await createTrend(shared.eventStore, name, ...more);
      written.trends += 1;
      written.events += 1 + more.length;
      return created;
    },
    /** Waits until the trend list shows all created trends. */
    upToDate: () => expect.poll(async () => (await names()).length, patiently).toBe(written.trends),
    /** Schemas alongside the serving ones. */
    shadows: async (): Promise<string[]> => {
      const found = await shared.database.query<{ name: string }>(
        "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE '%\\_\\_%' ORDER BY 1",
      );
      return found.map(({ name }) => name);
    },
    /** Dependencies of a rebuild. */
    dependencies: (): ReplayDependencies => ({
      database: shared.database,
      eventStore: shared.eventStore,
      signal: new AbortController().signal,
    }),
  };
};
