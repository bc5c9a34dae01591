import { hostname } from 'node:os';
import type { Sql } from '@groundswell/platform/database';

/** Identifies this process among all that keep read models, on any machine. */
export const processName = (): string => `${hostname()}:${process.pid}`;

/** One process's report on a read model that it keeps, or stands by for. */
export interface KeeperReport {
  readonly readModel: string;
  readonly process: string;
  readonly state: string;
  readonly fault: string | undefined;
  readonly lag: { readonly events: number; readonly seconds: number } | undefined;
  /** Events applied since the process started. */
  readonly applied: number;
  readonly perSecond: number;
  readonly since: Date;
}

/** Stores keepers' reports, replacing their earlier ones. */
export const noteKeepers = async (sql: Sql, reports: readonly KeeperReport[]): Promise<void> => {
  await sql.query(
    `INSERT INTO operations.keeper
       (read_model, process, state, fault, lag_events, lag_seconds, applied, per_second, since)
     SELECT read_model, process, state, fault, lag_events, lag_seconds, applied, per_second, since
       FROM jsonb_to_recordset($1) AS r (read_model text, process text, state text, fault text, lag_events integer,
            lag_seconds integer, applied bigint, per_second double precision, since timestamptz)
     ON CONFLICT (read_model, process) DO UPDATE SET state = excluded.state, fault = excluded.fault,
       lag_events = excluded.lag_events, lag_seconds = excluded.lag_seconds, applied = excluded.applied,
       per_second = excluded.per_second, since = excluded.since, said_at = now()`,
    [JSON.stringify(reports.map(rowOf))],
  );
};

const rowOf = ({ readModel, lag, perSecond, ...report }: KeeperReport): object => ({
  ...report,
  read_model: readModel,
  lag_events: lag?.events,
  lag_seconds: lag?.seconds,
  per_second: perSecond,
});

/** A process that shuts down removes its reports; those of killed ones expire after a day. */
export const forgetKeeper = async (sql: Sql, process: string): Promise<void> => {
  await sql.query(`DELETE FROM operations.keeper WHERE process = $1 OR said_at < now() - interval '1 day'`, [
    process,
  ]);
};
