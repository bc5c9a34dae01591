import { readFileSync } from 'node:fs';
import { type Database, openDatabase, type Sql } from '@groundswell/platform/database';
import { familyOf, statOf } from '@groundswell/testing/process-family';
import type { MoneyInstance } from '../money/instance.js';

/** One process: seconds of processor, and writes to sockets and files, which are about its messages. */
interface Process {
  /** The part that it belongs to; what PostgreSQL does for a service has a name of its own. */
  readonly part: string;
  readonly seconds: number;
  readonly writes: number;
}

/** What the parts of an instance have spent so far. */
export interface Reading {
  readonly processes: ReadonlyMap<number, Process>;
  readonly fsyncs: number;
  readonly commits: number;
  readonly walBytes: number;
}

/** What was spent between two readings, by connections that have ended meanwhile left out. */
export interface Spending extends Omit<Reading, 'processes'> {
  /** Seconds of processor by part. */
  readonly processor: ReadonlyMap<string, number>;
  readonly writes: ReadonlyMap<string, number>;
}

export interface Ledger {
  read(): Promise<Reading>;
  close(): Promise<void>;
}

const name = 'profile';

const writesOf = (pid: number): number => {
  try {
    return Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** Connections of PostgreSQL by what they are called; its own processes have no name. */
const connectionsOf = async (sql: Sql): Promise<Map<number, string>> => {
  const found = await sql.query<{ pid: number; of: string }>(
    `SELECT pid, coalesce(nullif(application_name, ''), backend_type) AS of FROM pg_stat_activity`,
  );
  return new Map(found.map(({ pid, of }) => [pid, of]));
};

const counted = `SELECT
  (SELECT coalesce(sum(fsyncs), 0)::float8 FROM pg_stat_io) AS fsyncs,
  (SELECT sum(xact_commit)::float8 FROM pg_stat_database) AS commits,
  (pg_current_wal_insert_lsn() - '0/0')::float8 AS "walBytes"`;

const processOf = (pid: number, part: string, connection: string | undefined): Process => {
  const seconds = statOf(pid)?.own ?? 0;
  return connection === undefined
    ? { part, seconds, writes: writesOf(pid) }
    : { part: `postgresql for ${connection}`, seconds, writes: 0 };
};

const readWith =
  (instance: Pick<MoneyInstance, 'pids'>, database: Database) => async (): Promise<Reading> => {
    const connections = await connectionsOf(database);
    const processes = new Map<number, Process>();
    for (const [part, root] of instance.pids()) {
      for (const pid of familyOf(root)) {
        const connection = connections.get(pid);
        if (connection !== name) processes.set(pid, processOf(pid, part, connection));
      }
    }
    const [counts] = await database.query<Omit<Reading, 'processes'>>(counted);
    return { processes, fsyncs: 0, commits: 0, walBytes: 0, ...counts };
  };

export const openLedger = (instance: Pick<MoneyInstance, 'pids' | 'databases'>): Ledger => {
  const database = openDatabase({ url: instance.databases[0], name, connections: 1 });
  return { read: readWith(instance, database), close: () => database.close() };
};

const byPart = (before: Reading, after: Reading, figure: 'seconds' | 'writes'): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [pid, process] of after.processes) {
    const spent = process[figure] - (before.processes.get(pid)?.[figure] ?? 0);
    sums.set(process.part, (sums.get(process.part) ?? 0) + spent);
  }
  return sums;
};

export const spentBetween = (before: Reading, after: Reading): Spending => ({
  processor: byPart(before, after, 'seconds'),
  writes: byPart(before, after, 'writes'),
  fsyncs: after.fsyncs - before.fsyncs,
  commits: after.commits - before.commits,
  walBytes: after.walBytes - before.walBytes,
});
