import { timeLimits } from '@groundswell/platform';
import { type Database, type Sql, withSignsOfLife } from '@groundswell/platform/database';
import type { Position } from '@groundswell/platform/event-store';
import {
  asComparison,
  type Checkpoint,
  comparingLock,
  lockCheckpoints,
  type ReadModel,
  schemaOf,
} from '@groundswell/platform/read-store';
import { type Build, type BuildOptions, buildTogether } from './build-together.js';

export interface Standstill<T> {
  readonly database: Database;
  readonly models: readonly ReadModel[];
  /** Brings the builds to exactly the positions of the serving read models, which wait for it: be quick. */
  readonly drawLevel: (checkpoints: readonly Checkpoint[]) => Promise<void>;
  /** Looks at both in one snapshot. The serving read models have moved on by then, and nothing waits. */
  readonly look: (sql: Sql, checkpoints: readonly Checkpoint[]) => Promise<T>;
}

/**
 * One moment at which serving read models and their builds are at the same position. Only catching up holds
 * the serving ones up; looking, which may take long, does not. No swap happens until it has ended.
 */
export const atStandstill = async <T>({ database, models, drawLevel, look }: Standstill<T>): Promise<T> => {
  let looking: Promise<T> | undefined;
  const beginLooking = (checkpoints: readonly Checkpoint[]): Promise<void> =>
    new Promise((seen, failed) => {
      looking = database.transaction(async (snapshot) => {
        await snapshot.query('SELECT 1');
        seen();
        return withSignsOfLife(snapshot, () => look(snapshot, checkpoints));
      }, asComparison);
      looking.catch(failed);
    });
  await database.transaction(
    async (sql) => {
      const checkpoints = await lockCheckpoints(sql, models.map(schemaOf));
      await withSignsOfLife(sql, async () => {
        await drawLevel(checkpoints);
        await beginLooking(checkpoints);
      });
    },
    { first: comparingLock, silence: timeLimits.holding },
  );
  if (!looking) throw new Error('nobody looked');
  return looking;
};

/** Groups builds by target position, because one pass serves all of a group. */
export const levelsOf = (
  placed: readonly { readonly build: Build; readonly position: Position }[],
): { readonly position: Position; readonly builds: readonly Build[] }[] => {
  const levels = new Map<bigint, { position: Position; builds: Build[] }>();
  for (const { build, position } of placed) {
    const level = levels.get(position.commit) ?? { position, builds: [] };
    level.builds.push(build);
    levels.set(position.commit, level);
  }
  return [...levels.values()];
};

/** Brings builds to exactly the positions of the live read models, in one pass per position. */
export const drawLevel = async (
  { database, eventStore, signal }: Pick<BuildOptions, 'database' | 'eventStore' | 'signal'>,
  builds: readonly Build[],
  checkpoints: readonly Checkpoint[],
): Promise<void> => {
  const placed = builds.flatMap((build) => {
    const live = checkpoints.find(({ schema }) => schema === schemaOf(build.model));
    // For one that holds events lost by the log, no position can be matched.
    return live?.position && !live.stranded ? [{ build, position: live.position }] : [];
  });
  for (const { position, builds: level } of levelsOf(placed)) {
    const until = { kind: 'position', position } as const;
    await buildTogether({ database, eventStore, signal, builds: level, until });
  }
};
