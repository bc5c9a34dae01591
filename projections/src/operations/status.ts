import { identifier, type Sql } from '@groundswell/platform/database';
import { counted } from '@groundswell/platform/operator';
import {
  type DamageNote,
  isOwned,
  type ReadModel,
  readCheckpoints,
  readDamageNotes,
  schemaOf,
} from '@groundswell/platform/read-store';
import { readWrongRows } from './wrong-rows.js';

/** Status of one read model, as stored in PostgreSQL. */
export interface ReadModelStatus {
  readonly readModel: string;
  /** Version of the serving tables. Null if there are none. */
  readonly version: number | null;
  /** Version that this program builds. */
  readonly programVersion: number;
  /** Commit position up to which its rows reflect the log. */
  readonly position: string | null;
  /** The process that keeps it, as `host:pid`. Null if none does. */
  readonly owner: string | null;
  readonly state: string;
  /** Why it stopped, naming the event. */
  readonly fault: string | null;
  /** Its own waiting events, counted up to 1,000; null while unknown. */
  readonly lagEvents: number | null;
  /** Age of the oldest waiting event. */
  readonly lagSeconds: number | null;
  readonly perSecond: number;
  /** Rows of all its tables. Large tables are estimated by PostgreSQL; `countRows` counts them. */
  readonly rows: number;
  /** Whether it is kept, and up to date, by the same rule as `/health/ready`. */
  readonly runs: boolean;
  readonly healthy: boolean;
  /** What is wrong, as text. */
  readonly problem: string | null;
}

interface KeeperRow {
  readonly read_model: string;
  readonly process: string;
  readonly state: string;
  readonly fault: string | null;
  readonly lag_events: number | null;
  readonly lag_seconds: number | null;
  readonly per_second: number;
  readonly silent_seconds: number;
}

/** Seconds of silence after which a keeper counts as gone, and of lag after which a read model counts as late. */
const limits = { silence: 15, lag: 60 };

/** Whether a process is waiting for its turn to keep a read model. */
export const isStandby = (state: string): boolean => state === 'waiting' || state === 'superseded';

/** The report of its owner, or of a standby when there is no owner. */
const spokesman = (keepers: readonly KeeperRow[], name: string): KeeperRow | undefined => {
  const heard = keepers.filter(
    ({ read_model, silent_seconds }) => read_model === name && silent_seconds <= limits.silence,
  );
  return heard.find(({ state }) => !isStandby(state)) ?? heard[0];
};

/** Its keeper's report on a read model. */
type Words = Pick<KeeperRow, 'state' | 'fault' | 'lag_seconds'>;

/** Why a read model does not run, as text; null when it does. Used by `status` and `/health/ready`. */
export const obstacleTo = (
  keeper: Words | undefined,
  version: number | undefined,
  programVersion: number,
): string | null => {
  if (version === undefined) return 'its tables do not exist yet: no projections process has created them';
  if (!keeper) return 'no process owns it, so it does not advance';
  if (keeper.state === 'stopped') return keeper.fault ?? 'it stopped';
  if (keeper.state === 'disconnected') return `its process lost a connection: ${keeper.fault ?? 'unknown'}`;
  if (version < programVersion)
    return `its tables have version ${version} until version ${programVersion} is built`;
  if (isStandby(keeper.state)) return 'processes are on standby, but none owns it';
  if (keeper.lag_seconds === null) return 'its lag is unknown';
  if (keeper.lag_seconds > limits.lag) return `it is ${keeper.lag_seconds} s behind the log`;
  return null;
};

/** The same, and what is wrong with its tables, in which case the reason it is stopped is not repeated. */
const obstaclesTo = (
  keeper: KeeperRow | undefined,
  version: number | undefined,
  programVersion: number,
  damage: string | undefined,
): string[] => {
  if (damage !== undefined && keeper?.state === 'stopped') return [damage];
  return [damage, obstacleTo(keeper, version, programVersion)].filter((each) => typeof each === 'string');
};

const wrongRowsText = (rows: number, { isEvidence }: ReadModel): string =>
  `${counted(rows, 'row was', 'rows were')} different from the log when last checked: ` +
  (isEvidence ? 'audit verify shows what was changed' : 'verify shows what differs, replay fixes it');

/** Why a read model does not run, from all keepers' reports: for a process that only stands by. */
export const obstacleNoted = async (
  sql: Sql,
  { name, version: programVersion }: Pick<ReadModel, 'name' | 'version'>,
  version: number | undefined,
): Promise<string | null> => obstacleTo(spokesman(await readKeepers(sql), name), version, programVersion);

const readKeepers = (sql: Sql): Promise<KeeperRow[]> =>
  sql.query<KeeperRow>(
    `SELECT read_model, process, state, fault, lag_events, lag_seconds, per_second,
            extract(epoch FROM now() - said_at)::double precision AS silent_seconds
       FROM operations.keeper ORDER BY said_at DESC`,
    [],
  );

/**
 * The state of all read models. Reads only tables, so that a service without an event store can show it too.
 * @param found what is wrong with the tables of each schema, as text; the recorded problems when omitted
 */
export const readStatus = async (
  sql: Sql,
  models: readonly ReadModel[],
  found?: readonly DamageNote[],
): Promise<ReadModelStatus[]> => {
  const checkpoints = await readCheckpoints(sql, models.map(schemaOf));
  const keepers = await readKeepers(sql);
  const wrong = new Map((await readWrongRows(sql)).map((each) => [each.readModel, each.rows]));
  const damaged = new Map((found ?? (await readDamageNotes(sql))).map((each) => [each.schema, each.words]));
  const rows = await rowsOf(sql, models);
  return models.map((model): ReadModelStatus => {
    const schema = schemaOf(model);
    const checkpoint = checkpoints.find((each) => each.schema === schema);
    const keeper = spokesman(keepers, model.name);
    const wrongRows = wrong.get(model.name);
    const obstacles = obstaclesTo(keeper, checkpoint?.version, model.version, damaged.get(schema));
    const problems = [...obstacles, ...(wrongRows === undefined ? [] : [wrongRowsText(wrongRows, model)])];
    const problem = problems.length === 0 ? null : problems.join('; ');
    return {
      readModel: model.name,
      version: checkpoint?.version ?? null,
      programVersion: model.version,
      position: checkpoint?.position?.commit.toString() ?? null,
      owner: keeper && !isStandby(keeper.state) ? keeper.process : null,
      state: keeper?.state ?? 'unkept',
      fault: keeper?.fault ?? null,
      lagEvents: keeper?.lag_events ?? null,
      lagSeconds: keeper?.lag_seconds ?? null,
      perSecond: keeper?.per_second ?? 0,
      rows: rows.get(schema) ?? 0,
      runs: obstacles.length === 0,
      healthy: problem === null,
      problem,
    };
  });
};

/** Size in bytes up to which a table is counted in full, faster than a person would notice. */
const smallTable = 2 ** 20;

/**
 * PostgreSQL's estimates, but exact counts for small tables: there the estimate is far off for a while after a
 * rebuild, and anyone can see that.
 */
const rowsOf = async (sql: Sql, models: readonly ReadModel[]): Promise<Map<string, number>> => {
  const tables = await sql.query<{ schema: string; table: string; estimated: string; bytes: string }>(
    `SELECT schemaname AS schema, relname AS "table", n_live_tup AS estimated, pg_relation_size(relid) AS bytes
       FROM pg_stat_user_tables WHERE schemaname = ANY ($1)`,
    [models.map(schemaOf)],
  );
  const small = tables.filter(({ bytes }) => Number(bytes) <= smallTable);
  const counted = await sql.query<{ schema: string; rows: string }>(
    [
      ...small.map(
        ({ schema, table }, index) =>
          `SELECT $${index + 1} AS schema, count(*) AS rows FROM ${identifier(schema)}.${identifier(table)}`,
      ),
      // Keeps the query valid if there is no table at all.
      `SELECT '' AS schema, 0 AS rows`,
    ].join(' UNION ALL '),
    small.map(({ schema }) => schema),
  );
  const large = tables
    .filter((table) => !small.includes(table))
    .map(({ schema, estimated }) => ({ schema, rows: estimated }));
  const sums = new Map<string, number>();
  for (const { schema, rows } of [...counted, ...large]) {
    sums.set(schema, (sums.get(schema) ?? 0) + Number(rows));
  }
  return sums;
};

/** A current or past rebuild. Positions are decimal text. */
export interface RebuildStatus {
  readonly id: string;
  readonly readModel: string;
  readonly kind: string;
  readonly process: string;
  /** `building`, `comparing`, `swapped`, `done`, `failed`, `interrupted`; `lost` if its process is gone. */
  readonly state: string;
  readonly from: string;
  readonly position: string;
  readonly until: string;
  /** Events that the run has read from the log. */
  readonly events: string;
  readonly perSecond: number;
  readonly message: string | null;
  readonly startedAt: Date;
  readonly movedAt: Date;
  readonly endedAt: Date | null;
}

/** Running rebuilds first, then the newest. */
export const readRebuilds = (sql: Sql, limit = 20): Promise<RebuildStatus[]> =>
  sql.query<RebuildStatus>(
    `SELECT id, read_model AS "readModel", kind, process,
            CASE WHEN ended_at IS NULL AND NOT ${isOwned('schema')} THEN 'lost' ELSE state END AS state,
            from_position::text AS "from", position::text AS position, until_position::text AS until,
            events::text AS events, per_second AS "perSecond", message,
            started_at AS "startedAt", moved_at AS "movedAt", ended_at AS "endedAt"
       FROM operations.rebuild
      ORDER BY (ended_at IS NULL AND ${isOwned('schema')}) DESC, started_at DESC, read_model LIMIT $1`,
    [limit],
  );
