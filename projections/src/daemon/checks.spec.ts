import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { schemaOf } from '@groundswell/platform/read-store';
import { expect, it } from 'vitest';
import { readModels } from '../registry.js';
import { checksOf } from './checks.js';

const place = { commit: 12n, prepare: 12n };

it('readiness reads the end of the log and the checkpoints once for all read models', async () => {
  let [heads, reads] = [0, 0];
  const eventStore = {
    head: async () => {
      heads += 1;
      return place;
    },
  } as unknown as EventStore;
  const rows = readModels.map((model) => ({
    ...{ schema: schemaOf(model), version: model.version, shape: '', seen_id: null, log: null },
    ...{ commit_position: '12', prepare_position: '12', changed_position: '12' },
  }));
  const database = {
    query: async () => {
      reads += 1;
      return rows;
    },
  } as unknown as Database;
  const parts = { database, eventStore, now: () => new Date(), damage: { of: () => undefined } };
  const status = { state: 'live', fault: undefined } as const;
  const checks = checksOf(
    parts,
    readModels.map((model) => ({ model, status })),
  );
  const answers = await Promise.all(Object.values(checks).map((check) => check()));
  expect(answers.map(({ ready, detail }) => [ready, detail?.lagEvents])).toEqual(
    readModels.map(() => [true, 0]),
  );
  expect(readModels.length).toBeGreaterThan(5);
  expect([heads, reads]).toEqual([1, 1]);
});
