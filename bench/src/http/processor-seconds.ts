import type { Sql } from '@groundswell/platform/database';
import { allProcesses, statOf } from '@groundswell/testing/process-family';

/** Seconds of a processor that a process has taken so far; not a number where the system does not tell. */
export const processorSeconds = (pid: number): number => statOf(pid)?.own ?? Number.NaN;

/**
 * Seconds of a processor that all of a PostgreSQL server on this machine has taken so far, connections that were closed and
 * its writers included; not a number where the system does not tell.
 */
export const secondsInPostgresql = async (sql: Sql): Promise<number> => {
  const [backend] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = statOf(backend?.pid ?? 0)?.parent;
  const parent = server === undefined ? undefined : statOf(server);
  if (!parent) return Number.NaN;
  const living = allProcesses()
    .map((each) => statOf(each))
    .filter((each) => each?.parent === server);
  return living.reduce((sum, each) => sum + (each?.own ?? 0), parent.own + parent.ofEndedChildren);
};
