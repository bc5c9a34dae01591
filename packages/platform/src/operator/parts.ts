import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../database/database.js';
import { asError } from '../faults.js';
import { createLog } from '../logging/log.js';
import type { AskedPart } from './definition.js';

/** A part did not answer in time, or cannot be reached. */
class PartAway extends Error {
  override readonly name = 'PartAway';
  constructor(
    readonly part: AskedPart,
    why: string,
    cause?: unknown,
  ) {
    super(`${nameOf(part)} cannot be reached (${variables[part]}): ${why}`, { cause });
  }
}

/** What a part is called at the beginning of a sentence, and in the middle of one. */
const nameOf = (part: AskedPart): string => (part === 'event store' ? 'The event store' : part);
export const nameWithin = (part: AskedPart): string => (part === 'event store' ? 'the event store' : part);

/** Where each part is found, and what its addresses begin with. */
const variables = {
  PostgreSQL: 'DATABASE_URL',
  'event store': 'EVENTSTORE_URL',
  Redis: 'REDIS_URL',
} as const satisfies Record<AskedPart, string>;
/** Variables that hold the parts' addresses; a part without one is not asked. */
type Addresses = Readonly<Partial<Record<(typeof variables)[AskedPart], string | undefined>>>;

const address = /^(postgres(ql)?|esdb|kurrentdb|rediss?)(\+discover)?:\/\//;

const silent = () => createLog({ service: 'operator', level: 'silent' });

const probe = async <Row extends object>(url: string, within: number, statement: string): Promise<Row[]> => {
  const limits = { connectWithin: within, patience: within };
  const database = openDatabase({ url, name: 'probe', connections: 1, ...limits });
  try {
    return await database.query<Row>(statement, []);
  } finally {
    void database.close().catch(() => undefined);
  }
};

type Check = (url: string, within: number) => Promise<unknown>;

/**
 * Each loads the client of a part, and gives a check over a connection of its own. The clients of parts that are not asked are not
 * even loaded.
 */
type Probes = Readonly<Record<AskedPart, () => Promise<Check>>>;

const probes: Probes = {
  PostgreSQL: async () => (url, within) => probe(url, within, 'SELECT 1'),
  async 'event store'() {
    const { connectEventStore } = await import('../event-store/connect.js');
    return async (url) => {
      const eventStore = connectEventStore({ url });
      try {
        await eventStore.head();
      } finally {
        void eventStore.dispose().catch(() => undefined);
      }
    };
  },
  async Redis() {
    const { pingRedis } = await import('../queue/reach.js');
    return (redisUrl) => pingRedis({ redisUrl, log: silent() });
  },
};

const whyOf = (fault: unknown): string => {
  const { message, cause } = asError(fault);
  return cause instanceof Error && cause.message ? cause.message : message;
};

/** @returns why a part does not answer within `milliseconds`; undefined when it does */
const absenceOf = async (
  part: AskedPart,
  check: (within: number) => Promise<unknown>,
  milliseconds: number,
): Promise<PartAway | undefined> => {
  const ended = new AbortController();
  const late = setTimeout(milliseconds, 'late', { signal: ended.signal });
  late.catch(() => undefined);
  try {
    const answer = await Promise.race([check(milliseconds), late]);
    if (answer !== 'late') return undefined;
    return new PartAway(part, `it has not answered for ${milliseconds / 1_000} s`);
  } catch (fault) {
    return new PartAway(part, whyOf(fault), fault);
  } finally {
    ended.abort();
  }
};

type FindAway = (
  parts: readonly AskedPart[],
  environment: Addresses,
  milliseconds: number,
) => Promise<PartAway[]>;

export const findAwayBy =
  (known: Probes): FindAway =>
  async (parts, environment, milliseconds) => {
    // While a client is loaded, no answer is heard: on a busy machine this can take longer than an answer may.
    const checks = await Promise.all(
      parts.map(async (part) => {
        const url = environment[variables[part]];
        // The command, which reads all its variables, reports what is missing or wrong.
        if (!url || !address.test(url)) return undefined;
        const check = await known[part]();
        return () => absenceOf(part, (within) => check(url, within), milliseconds);
      }),
    );
    const found = await Promise.all(checks.map((check) => check?.()));
    return found.filter((each) => each !== undefined);
  };

/** Asks parts for a sign of life, side by side. @returns those that give none, in the order in which they were named */
export const findAway = findAwayBy(probes);

/**
 * Programs that hold a PostgreSQL lock for which an operator's command waits. Empty while that is unknown.
 */
export const lockHolders = async (url: string | undefined, milliseconds: number): Promise<string[]> => {
  if (!url || !address.test(url)) return [];
  try {
    const found = await probe<{ name: string }>(
      url,
      milliseconds,
      `SELECT DISTINCT holder.application_name AS name
         FROM pg_stat_activity blocked
        CROSS JOIN LATERAL unnest(pg_blocking_pids(blocked.pid)) AS by (pid)
         JOIN pg_stat_activity holder ON holder.pid = by.pid
        WHERE blocked.datname = current_database() AND blocked.application_name = 'operator'
        ORDER BY name`,
    );
    return found.map(({ name }) => name || 'another program');
  } catch {
    return [];
  }
};
