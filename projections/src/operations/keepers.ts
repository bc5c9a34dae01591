import { hostname } from 'node:os';
import type { Sql } from '@groundswell/platform/database';

/** Names this process among all that keep read models, on whatever machine. */
export const processName = (): string => `${hostname()}:${process.pid}`;

/** What one process says of a read model that it keeps, or stands by for. */
export interface KeeperReport {
  readonly readModel: string;
  readonly process: string;
  readonly state: string;
  readonly fault: string | undefined;
  readonly lag: { readonly events: number; readonly seconds: number } | undefined;
  /** Events since the process began. */
  readonly applied: number;
  readonly perSecond: number;
  readonly since: Date;
}

/** Notes what keepers say, in the place of what they said before. */
export const noteKeepers = async (sql: Sql, reports: readonly KeeperReport[]): Promise<void> => {
  for (const { readModel, process, state, fault, lag, applied, perSecond, since } of reports) {
    await sql.query(
      `INSERT INTO operations.keeper
         (read_model, process, state, fault, lag_events, lag_seconds, applied, per_second, since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (read_model, process) DO UPDATE SET state = excluded.state, fault = excluded.fault,
         lag_events = excluded.lag_events, lag_seconds = excluded.lag_seconds, applied = excluded.applied,
         per_second = excluded.per_second, since = excluded.since, said_at = now()`,
      [
        readModel,
        process,
        state,
        fault ?? null,
        lag?.events ?? null,
        lag?.seconds ?? null,
        applied,
        perSecond,
        since,
      ],
    );
  }
};

/** A process that ends in order takes its words with it; those of killed ones go after a day. */
export const forgetKeeper = async (sql: Sql, process: string): Promise<void> => {
  await sql.query(`DELETE FROM operations.keeper WHERE process = $1 OR said_at < now() - interval '1 day'`, [
    process,
  ]);
};
