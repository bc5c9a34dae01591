import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';

/**
 * Releases settled deposits once their hold is over, until the signal aborts. A loop of its own: a round of
 * comparisons may take minutes, and releases must not wait for it.
 * @param isFollowing whether the log is the one that was read
 */
export const releaseHolds = async (
  {
    store,
    settings,
    log,
    now,
    pause,
  }: Pick<MoneyDependencies, 'store' | 'settings' | 'log' | 'now' | 'pause'>,
  desk: Pick<AccountDesk, 'tell'>,
  isFollowing: () => boolean,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const due = isFollowing() ? await store.releasable(now()) : [];
      for (const { userId, transferId } of due) {
        await desk.tell(userId, { type: 'ReleaseTransfer', transferId });
        signal.throwIfAborted();
      }
    } catch (fault) {
      if (!signal.aborted) log.error({ err: fault }, 'deposits could not be released');
    }
    await pause(settings.sweepEvery, signal);
  }
};
