import { newestOf } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import {
  applyBatch,
  installReadModel,
  prepareReadStore,
  type ReadModel,
  schemaOf,
} from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModels } from './registry.js';
import { Gathering } from './replay/gathering.js';
import { goldenHistory } from './specification/golden-history.js';

/**
 * The rows of every read model after a history with every stored event shape, old ones included. Rows that differ
 * from `golden/` mean that existing events would be shown differently than before.
 */
const stored = goldenHistory();

/** Events as the log returns them: upcast to the newest shape, with a stream revision and a position. */
const recorded = (): RecordedEvent[] => {
  const revisions = new Map<string, bigint>();
  return stored.map((event, index) => {
    const revision = (revisions.get(event.stream) ?? -1n) + 1n;
    revisions.set(event.stream, revision);
    const commit = BigInt(index + 1) * 100n;
    const newest = newestOf(event);
    return {
      ...event,
      ...newest,
      ...(newest?.type === event.type ? {} : { asStored: { type: event.type, data: event.data } }),
      revision,
      position: { commit, prepare: commit },
      recordedAt: new Date(event.recordedAt),
    } as RecordedEvent;
  });
};

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = openDatabase({ url: fresh.databaseUrl, name: 'golden spec' });
  await prepareReadStore(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const rowsOf = async (schema: string): Promise<string> => {
  const tables = await database.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 ORDER BY table_name',
    [schema],
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const found = await database.query<{ row: unknown }>(
      `SELECT to_jsonb(t) AS row FROM ${schema}.${name} t ORDER BY to_jsonb(t)::text COLLATE "C"`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return `${JSON.stringify(rows, null, 2)}\n`;
};

/** Builds like a rebuild that writes after a fixed number of events and settles twice. */
const buildInBulk = async (
  model: ReadModel,
  schema: string,
  events: readonly RecordedEvent[],
  batchSize: number,
): Promise<void> => {
  const gathering = await Gathering.begin(database, model, schema, undefined);
  for (const [index, event] of events.entries()) {
    await gathering.prepare([event]);
    gathering.take([event], event.position);
    if (gathering.isDue(index + 1, batchSize)) await gathering.write();
  }
  await gathering.write();
  await gathering.end();
  for (const settle of [model.inBulk?.settle, model.inBulk?.settle]) {
    if (settle) await database.transaction(settle, { schemas: [schema] });
  }
};

describe('the golden history', () => {
  it.each(readModels.map((model) => [model.name, model] as const))(
    'gives the same rows of %s as ever, in one batch, one by one, and in bulk',
    async (_, model) => {
      const schema = schemaOf(model);
      await installReadModel(database, model);
      const events = recorded().filter(({ stream }) =>
        model.categories.some((category) => stream.startsWith(`${category}-`)),
      );
      for (const event of events) {
        await applyBatch(database, model, schema, { events: [event], position: event.position });
      }
      const oneByOne = await rowsOf(schema);
      await database.query(`TRUNCATE ${await tableNames(schema)}`);
      await database.query(
        'UPDATE read_store.checkpoint SET commit_position = NULL, prepare_position = NULL',
      );
      const last = events.at(-1);
      if (last) await applyBatch(database, model, schema, { events, position: last.position });
      const atOnce = await rowsOf(schema);
      for (const batchSize of [1, 7, Number.POSITIVE_INFINITY]) {
        await database.query(`TRUNCATE ${await tableNames(schema)}`);
        await database.query(
          'UPDATE read_store.checkpoint SET commit_position = NULL, prepare_position = NULL',
        );
        await buildInBulk(model, schema, events, batchSize);
        expect(await rowsOf(schema)).toBe(atOnce);
      }
      await expect(await rowsOf(schema)).toMatchFileSnapshot(`golden/${model.name}.json`);
      expect(await rowsOf(schema)).toBe(oneByOne);
    },
  );
});

const tableNames = async (schema: string): Promise<string> => {
  const tables = await database.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
    [schema],
  );
  return tables.map(({ name }) => `${schema}.${name}`).join(', ');
};
