import type { CheckResult, Log } from '@groundswell/platform';
import type { CameOf, Vault } from '@groundswell/platform/vault';

const [minute, hour] = [60_000, 3_600_000];
/** Every value is deleted within one sweep of its expiry. A value that outlived two sweeps was missed. */
const grace = 2 * hour;

export interface HousekeepingParts {
  readonly vault: Pick<Vault, 'settleTrials' | 'removeExpired' | 'countOverdue' | 'rewrap' | 'masterVersion'>;
  /** Tells which personal data came to be used by the end of their trial. */
  readonly cameOf: CameOf;
  /** Chores that cannot wait for an hour: they run each minute. */
  readonly soon: readonly (() => Promise<unknown>)[];
  /** Further deletions of expired data. */
  readonly others: readonly (() => Promise<unknown>)[];
  readonly log: Log;
  readonly now: () => Date;
}

export interface Housekeeping {
  /** Runs the hourly chores once, now. */
  sweep(): Promise<void>;
  /** For the readiness page: reports problems without taking the service out of rotation. */
  check(): Promise<CheckResult>;
  /** Waits for the work in progress. */
  stop(): Promise<void>;
}

/** Deletes expired data every hour, and logs an error when personal data was kept longer than allowed. Some chores run each minute. */
export const startHousekeeping = ({
  vault,
  cameOf,
  soon,
  others,
  log,
  now,
}: HousekeepingParts): Housekeeping => {
  let sweptAt: string | null = null;
  let found = 0;

  const sweepVault = async (): Promise<void> => {
    const { removed, overdue } = await vault.removeExpired(grace);
    const count = Object.values(overdue).reduce((sum, each) => sum + each, 0);
    found += count;
    if (count > 0) log.error({ overdue, removed }, 'personal data is past its retention time');
    else if (removed > 0) log.info({ removed }, 'expired personal data was deleted');
    sweptAt = now().toISOString();
  };
  const wrapAnew = async (): Promise<void> => {
    let wrapped = 0;
    for (let done = await vault.rewrap(); done > 0; done = await vault.rewrap()) wrapped += done;
    if (wrapped > 0) log.info({ wrapped, masterVersion: vault.masterVersion }, 'keys were rewrapped');
  };

  const settleTrials = (): Promise<void> => vault.settleTrials(cameOf);

  /**
   * One after another, since what fails its trial is deleted by the next. A failing one does not stop the
   * others; it is retried when they are next due.
   */
  const workOff = async (chores: readonly (() => Promise<unknown>)[]): Promise<void> => {
    for (const chore of chores) {
      try {
        await chore();
      } catch (fault) {
        log.error({ err: fault }, 'housekeeping failed');
      }
    }
  };
  let running = Promise.resolve();
  const work = (chores: readonly (() => Promise<unknown>)[]): Promise<void> => {
    running = running.then(() => workOff(chores));
    return running;
  };
  const sweep = () => work([settleTrials, sweepVault, wrapAnew, ...others]);
  const timers = [
    setInterval(() => void sweep(), hour).unref(),
    setInterval(() => void work(soon), minute).unref(),
  ];

  return {
    sweep,
    check: async () => ({
      ready: true,
      detail: {
        past_its_time: await vault.countOverdue(grace).catch(() => null),
        found_past_its_time: found,
        swept_at: sweptAt,
      },
    }),
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      return running;
    },
  };
};
