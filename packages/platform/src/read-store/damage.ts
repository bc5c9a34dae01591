import { hash } from 'node:crypto';
import { type Catalogue, catalogueMadeBy, readCatalogues } from '../database/catalogue.js';
import { type Fault, faultsOf, faultsText } from '../database/damage.js';
import type { Database } from '../database/database.js';
import { type Migration, makeRoom } from '../database/migrate.js';
import { identifier, type Sql } from '../database/sql.js';
import { unlessStructural } from '../database/structural.js';
import { type Checkpoint, isOfVersion, readCheckpoints, shapeOf } from './checkpoint.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** Tables that this program makes, and what an operator does when they are not as it makes them. */
export interface Made {
  readonly schema: string;
  /** For a read model; its tables are judged only if they have this program's version. */
  readonly model?: ReadModel;
  /** For a room: how many steps make it. One with more is of a newer program, and not judged. */
  readonly steps?: number;
  /** The same for what the same statements make. */
  readonly shape: string;
  readonly make: (sql: Sql) => Promise<unknown>;
  /** A sentence that says how to fix it. */
  readonly remedy: string;
}

export const madeByModel = (model: ReadModel, remedy: string): Made => ({
  schema: schemaOf(model),
  model,
  shape: shapeOf(model),
  make: (sql) => sql.query([model.ddl, ...(model.indexes ?? [])].join(';\n')),
  remedy,
});

export const madeByMigrations = (schema: string, migrations: readonly Migration[], remedy: string): Made => ({
  schema,
  steps: migrations.length,
  shape: hash('sha256', migrations.map(({ sql }) => sql).join(';\n')),
  make: (sql) => makeRoom(sql, migrations),
  remedy,
});

/** What is wrong with the tables of one schema. */
export interface Damage {
  readonly schema: string;
  readonly faults: readonly Fault[];
  /** What is wrong, and what to do, in two sentences. */
  readonly words: string;
}

/** By shape. A program creates the same tables from the same statements as long as it runs. */
const made = new Map<string, Promise<Catalogue>>();

/** What the statements make, looked up once. */
const expectedOf = (
  database: Pick<Database, 'transaction'>,
  { shape, make }: Pick<Made, 'shape' | 'make'>,
): Promise<Catalogue> => {
  const known = made.get(shape) ?? catalogueMadeBy(database, make);
  made.set(shape, known);
  known.catch(() => made.delete(shape));
  return known;
};

const gone = (words: string): Fault => ({ table: null, words, ofShape: true });

/** How many steps have made a room; none where that cannot be told, because the table of them is damaged or missing. */
const stepsOf = async (sql: Sql, schema: string): Promise<number> => {
  const counting = sql.query<{ steps: number }>(
    `SELECT count(*)::integer AS steps FROM ${identifier(schema)}.migration`,
    [],
  );
  const [found] = (await unlessStructural(counting)) ?? [];
  return found?.steps ?? 0;
};

/** What a program judges, and the checkpoint of a read model, if there is one. */
export interface Judged {
  readonly made: Made;
  readonly checkpoint: Checkpoint | undefined;
}

/**
 * Those that this program judges: rooms that no newer program has made, and read models of its own version, or of none. Tables of
 * another version are replaced anyway.
 */
export const judgedAmong = async (sql: Sql, all: readonly Made[]): Promise<readonly Judged[]> => {
  const ofModels = all.flatMap(({ model, schema }) => (model ? [schema] : []));
  const checkpoints = ofModels.length > 0 ? await readCheckpoints(sql, ofModels) : [];
  const judged: Judged[] = [];
  for (const made of all) {
    const { schema, model, steps = 0 } = made;
    const checkpoint = checkpoints.find((each) => each.schema === schema);
    const isOurs = model
      ? !checkpoint || checkpoint.version === model.version
      : (await stepsOf(sql, schema)) <= steps;
    if (isOurs) judged.push({ made, checkpoint });
  }
  return judged;
};

/** Finds tables that are not as this program creates them: missing, altered or unexpected. */
export const damageAmong = async (
  database: Pick<Database, 'transaction'> & Sql,
  judged: readonly Judged[],
  sql: Sql = database,
): Promise<Damage[]> => {
  if (judged.length === 0) return [];
  const expected = await Promise.all(judged.map(({ made }) => expectedOf(database, made)));
  const found = await readCatalogues(
    sql,
    judged.map(({ made }) => made.schema),
  );
  return judged.flatMap(({ made, checkpoint }, index): Damage[] => {
    const { schema, model, remedy } = made;
    const faults = faultsIn(model, checkpoint, expected[index] ?? [], found.get(schema) ?? []);
    return faults.length === 0 ? [] : [{ schema, faults, words: `${faultsText(faults)}. ${remedy}` }];
  });
};

const faultsIn = (
  model: ReadModel | undefined,
  checkpoint: Checkpoint | undefined,
  expected: Catalogue,
  found: Catalogue,
): Fault[] => {
  if (!model) return faultsOf(expected, found);
  // No one has made it yet, unless there are tables all the same.
  if (!checkpoint) return found.length === 0 ? [] : [gone('its checkpoint is missing')];
  return isOfVersion(checkpoint, model)
    ? faultsOf(expected, found)
    : [gone('it was created by different statements than this program’s')];
};

/** The damage of those among them that this program judges. */
export const damageOf = async (
  database: Pick<Database, 'transaction'> & Sql,
  all: readonly Made[],
  sql: Sql = database,
): Promise<Damage[]> => damageAmong(database, await judgedAmong(sql, all), sql);

/**
 * Whether unfinished tables can be continued: they are as they were created, with or without the final steps.
 */
export const isUndamaged = async (
  database: Pick<Database, 'transaction'> & Sql,
  model: ReadModel,
  schema: string,
): Promise<boolean> => {
  const { indexes: _, ...bare } = model;
  const found = (await readCatalogues(database, [schema])).get(schema) ?? [];
  for (const each of [model, bare]) {
    if (faultsOf(await expectedOf(database, madeByModel(each, '')), found).length === 0) return true;
  }
  return false;
};
