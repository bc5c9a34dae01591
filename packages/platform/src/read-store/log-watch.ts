import type { Database } from '../database/database.js';
import { OtherLog } from '../event-store/errors.js';
import type { EventStore } from '../event-store/types.js';
import type { CheckResult } from '../health/health.js';
import type { Log } from '../logging/log.js';
import { type KeptDoing, keepDoing } from '../time/keep-doing.js';
import { readCheckpoints } from './checkpoint.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** Whether a service is connected to the log that its data comes from. */
export interface LogWatch extends KeptDoing {
  /** Why it must not serve; undefined while nothing is known against it. */
  problem(): string | undefined;
  readonly check: () => CheckResult;
}

interface Watching {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'expectLog'>;
  /** Read models that the service reads: none of them may hold rows of another log. */
  readonly models: readonly ReadModel[];
  readonly log: Log;
}

/** Milliseconds between two checks. While the connection is open, the log itself is not queried. */
const every = 2_000;

const problemOf = async ({ database, eventStore, models }: Watching): Promise<string | undefined> => {
  try {
    await eventStore.expectLog();
  } catch (fault) {
    if (fault instanceof OtherLog) return fault.message;
    throw fault;
  }
  const checkpoints = models.length > 0 ? await readCheckpoints(database, models.map(schemaOf)) : [];
  const aside = checkpoints.filter(({ isSetAside }) => isSetAside).map(({ schema }) => schema);
  return aside.length > 0
    ? `These read models hold rows of a log that was set aside, until they are rebuilt: ${aside.join(', ')}.`
    : undefined;
};

/** Watches the log as long as the service runs. A failed check leaves the last result in place. */
export const watchLog = (watching: Watching): LogWatch => {
  let problem: string | undefined;
  const { stop } = keepDoing(every, async () => {
    const found = await problemOf(watching).catch(() => problem);
    if (found !== undefined && found !== problem) watching.log.error(found);
    problem = found;
  });
  return {
    problem: () => problem,
    check: () => (problem === undefined ? { ready: true } : { ready: false, why: problem }),
    stop,
  };
};
