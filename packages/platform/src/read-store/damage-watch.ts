import { catalogueMark } from '../database/catalogue-mark.js';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { unlessStructural } from '../database/structural.js';
import type { Log } from '../logging/log.js';
import { realPause } from '../time/back-off.js';
import { readCheckpoints } from './checkpoint.js';
import { type Damage, damageAmong, type Judged, judgedAmong, type Made } from './damage.js';

/** What someone who makes tables has found wrong with them. */
export interface DamageNote {
  readonly schema: string;
  /** What is wrong, and what to do. */
  readonly words: string;
}

/**
 * Records what is wrong with some schemas, for processes that only read, replacing what was recorded before.
 */
const noteDamage = async (sql: Sql, schemas: readonly string[], found: readonly Damage[]): Promise<void> => {
  await sql.query('DELETE FROM read_store.damage WHERE schema = ANY ($1) AND schema <> ALL ($2)', [
    schemas,
    found.map(({ schema }) => schema),
  ]);
  for (const { schema, words } of found) {
    await sql.query(
      `INSERT INTO read_store.damage (schema, words) VALUES ($1, $2)
       ON CONFLICT (schema) DO UPDATE SET words = excluded.words WHERE damage.words <> excluded.words`,
      [schema, words],
    );
  }
};

/** What is wrong, as recorded by the processes that own the tables. */
export const readDamageNotes = (sql: Sql): Promise<DamageNote[]> =>
  sql.query('SELECT schema, words FROM read_store.damage WHERE words <> $1 ORDER BY schema', ['']);

export interface DamageWatch {
  /** What was wrong with a schema at the last check. */
  of(schema: string): Damage | undefined;
  /** Settles after the signal aborted. */
  readonly ended: Promise<void>;
}

interface Watching {
  readonly database: Database;
  readonly made: readonly Made[];
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Milliseconds between two checks whether the catalogue has changed. */
const lookEvery = 3_000;
/** One check in this many reads the whole catalogue, whatever its mark: notes of damage stay current. */
const readEvery = 10;

/** Changes when the tables, or the versions of their read models, do. Undefined while it cannot be told. */
const markOf = (database: Database, schemas: readonly string[]): Promise<string | undefined> =>
  unlessStructural(
    (async () => {
      const versions = (await readCheckpoints(database, schemas)).map(
        ({ schema, version, shape }) => `${schema} ${version} ${shape}`,
      );
      return [await catalogueMark(database, schemas), ...versions.sort()].join(', ');
    })(),
  );

/** While the checkpoint table cannot be read, read models cannot be judged; everything else can. */
const judgedIn = async (database: Database, made: readonly Made[]): Promise<readonly Judged[]> => {
  const [models, rooms] = [made.filter(({ model }) => model), made.filter(({ model }) => !model)];
  const ofModels = (await unlessStructural(judgedAmong(database, models))) ?? [];
  return [...ofModels, ...(await judgedAmong(database, rooms))];
};

/** Checks every few seconds whether tables are as this program defines them, and records what is wrong. */
export const watchDamage = ({ database, made, log, signal }: Watching): DamageWatch => {
  const schemas = made.map(({ schema }) => schema);
  let known = new Map<string, Damage>();
  let seen: string | undefined;
  const look = async (turn: number): Promise<void> => {
    const mark = await markOf(database, schemas);
    if (mark !== undefined && mark === seen && turn % readEvery !== 0) return;
    const judged = await judgedIn(database, made);
    const found = new Map((await damageAmong(database, judged)).map((damage) => [damage.schema, damage]));
    for (const [schema, { words }] of found) {
      if (known.get(schema)?.words !== words) log.error({ schema }, `tables are damaged: ${words}`);
    }
    for (const schema of known.keys())
      if (!found.has(schema)) log.info({ schema }, 'tables are intact again');
    known = found;
    // What a program of another version notes of its own tables is not ours to remove.
    await noteDamage(
      database,
      judged.map(({ made: { schema } }) => schema),
      [...found.values()],
    );
    seen = mark;
  };
  const keepLooking = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      // While the database is down nothing is known; the next check follows anyway.
      await look(turn).catch((err: unknown) =>
        log.debug({ err }, 'could not check whether tables are intact'),
      );
      await realPause(lookEvery, signal);
    }
  };
  return { of: (schema) => known.get(schema), ended: keepLooking() };
};
