import type { Sql } from '@groundswell/platform/database';
import { type EventStore, type LogPlace, OtherLog } from '@groundswell/platform/event-store';
import { type ReadModel, readAllCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import type { ReadModelStatus } from './status.js';

/** A follower of the log: a read model, a work list of the workers, or the reader for mails. */
export interface Follower {
  readonly name: string;
  readonly place: LogPlace;
  /** Whether it is already marked as holding events that the log has lost. */
  readonly stranded: boolean;
  /** Whether projections keep it. */
  readonly isReadModel: boolean;
}

interface ReadingRow {
  readonly position: string;
  readonly log?: string | null;
  readonly seen_id?: string | null;
  readonly seen_stream: string;
  readonly seen_revision: string;
  readonly seen_position: string;
}

const positionOf = (commit: string) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

/** Position of the reader for mails. Empty if the workers have never run. */
const mailReading = async (sql: Sql): Promise<Follower[]> => {
  const [found] = await sql.query<{ there: boolean }>(
    `SELECT to_regclass('mail.reading') IS NOT NULL AS there`,
    [],
  );
  if (!found?.there) return [];
  // Reads whole rows, because the workers add their columns when they start.
  const rows = await sql.query<{ row: ReadingRow }>(
    `SELECT to_jsonb(r) || jsonb_build_object('position', position::text, 'seen_position', to_jsonb(r) ->> 'seen_position',
       'seen_revision', to_jsonb(r) ->> 'seen_revision') AS row FROM mail.reading r`,
    [],
  );
  return rows.map(({ row }) => ({
    name: 'mail',
    stranded: false,
    isReadModel: false,
    place: {
      log: row.log ?? undefined,
      position: positionOf(row.position),
      seen: row.seen_id
        ? {
            id: row.seen_id,
            stream: row.seen_stream,
            revision: BigInt(row.seen_revision),
            position: positionOf(row.seen_position),
          }
        : undefined,
    },
  }));
};

/**
 * All followers of the log.
 * @param models those kept by projections
 */
export const readFollowers = async (sql: Sql, models: readonly ReadModel[]): Promise<Follower[]> => {
  const kept = new Set(models.map(schemaOf));
  const checkpoints = (await readAllCheckpoints(sql)).filter(({ schema }) => !schema.includes('__'));
  const followers = checkpoints.map(({ readModel, schema, mark, position, stranded }) => ({
    name: readModel,
    place: { ...mark, position },
    stranded,
    isReadModel: kept.has(schema),
  }));
  return [...followers, ...(await mailReading(sql))];
};

/** Followers of the log, compared with the present log. */
export interface BesideTheLog {
  /** The same read models; those that hold lost events have that as their problem. */
  readonly statuses: readonly ReadModelStatus[];
  /** Other problems, as text. */
  readonly problems: readonly string[];
  /** Whether it is another log, in which case positions cannot be compared. */
  readonly isOther: boolean;
}

const addProblem = (status: ReadModelStatus, words: string, saying: string): ReadModelStatus => {
  const { problem } = status;
  if (problem?.includes(saying)) return { ...status, runs: false, healthy: false };
  return {
    ...status,
    runs: false,
    healthy: false,
    problem: problem === null ? words : `${problem}; ${words}`,
  };
};

/** Part of a keeper's report about a log that lacks what it had read. */
const olderLog = 'an older log was restored';

/** Followers that hold lost events, as text. The workers rebuild their own automatically. */
export const besideTheLog = (
  statuses: readonly ReadModelStatus[],
  lost: readonly Follower[],
): Omit<BesideTheLog, 'isOther'> => ({
  statuses: statuses.map((each) =>
    lost.some(({ name, isReadModel }) => isReadModel && name === each.readModel)
      ? addProblem(
          each,
          `it has read up to position ${each.position}, but the log no longer holds what was read: ${olderLog}`,
          olderLog,
        )
      : each,
  ),
  problems: lost
    .filter(({ isReadModel }) => !isReadModel)
    .map(
      ({ name, place }) =>
        `${name} has read up to position ${place.position?.commit ?? 0n}, but the log no longer holds what was read: ` +
        `${olderLog}. The workers rebuild it automatically: are they running?`,
    ),
});

const another = 'its rows come from another log';

/**
 * Compares all followers with the log. Reads the followers first, because they advance with the log.
 * @throws EventStoreUnavailable, EventStoreTimeout
 */
export const readBesideTheLog = async (
  sql: Sql,
  { goesOn }: Pick<EventStore, 'goesOn'>,
  models: readonly ReadModel[],
  statuses: readonly ReadModelStatus[],
): Promise<BesideTheLog> => {
  const followers = await readFollowers(sql, models);
  try {
    const same = await goesOn(followers.map(({ place }) => place));
    const lost = followers.filter(({ stranded }, index) => stranded || !same[index]);
    return { ...besideTheLog(statuses, lost), isOther: false };
  } catch (fault) {
    if (!(fault instanceof OtherLog)) throw fault;
    const unlike = statuses.map((each) => ({ ...each, runs: false, healthy: false, problem: another }));
    return { statuses: unlike, problems: [fault.message], isOther: true };
  }
};
