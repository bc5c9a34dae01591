import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from '@groundswell/platform/database';

/** Ticks of the kernel's clock in a second, as Linux tells them to every program. */
const ticks = 100;

/** What Linux tells of a process; undefined where the system does not tell, or the process has ended. */
const tell = (pid: number) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const seconds = (field: number): number => Number(fields[field]) / ticks;
    return {
      parent: Number(fields[1]),
      own: seconds(11) + seconds(12),
      ofEndedChildren: seconds(13) + seconds(14),
    };
  } catch {
    return undefined;
  }
};

/** Seconds of a processor that a process has taken so far; not a number where the system does not tell. */
export const processorSeconds = (pid: number): number => tell(pid)?.own ?? Number.NaN;

/**
 * Seconds of a processor that all of a PostgreSQL server on this machine has taken so far, connections that were closed and
 * its writers included; not a number where the system does not tell.
 */
export const secondsInPostgresql = async (sql: Sql): Promise<number> => {
  const [backend] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = tell(backend?.pid ?? 0)?.parent;
  const parent = server === undefined ? undefined : tell(server);
  if (!parent) return Number.NaN;
  const living = readdirSync('/proc')
    .map((name) => tell(Number(name)))
    .filter((each) => each?.parent === server);
  return living.reduce((sum, each) => sum + (each?.own ?? 0), parent.own + parent.ofEndedChildren);
};
