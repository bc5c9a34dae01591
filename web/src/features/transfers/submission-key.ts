import type { TransferDirection } from '@groundswell/contracts';
import { transferUnderWayKey } from '../../session/tokens.js';

/** What somebody is about to have moved. */
export interface Wanted {
  readonly user: string;
  readonly bankLinkId: string;
  readonly direction: TransferDirection;
  /** Dollars as the contract writes them. */
  readonly amount: string;
}

interface Kept extends Wanted {
  readonly key: string;
  readonly at: number;
}

/** Milliseconds in which the same transfer, wanted once more, is taken for the same one and not for a second. */
const lifetime = 30 * 60_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keptIn = (storage: Store): Kept | undefined => {
  try {
    return JSON.parse(storage.getItem(transferUnderWayKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const sameTransfer = (one: Wanted, other: Wanted): boolean =>
  one.user === other.user &&
  one.bankLinkId === other.bankLinkId &&
  one.direction === other.direction &&
  one.amount === other.amount;

/**
 * The key that a transfer is asked for with: one for the same transfer in all tabs, after a reload and after a lost
 * answer, so that it is made once; another one as soon as something about it changes, or once it was taken.
 */
export const submissionKeys = (storage: Store, now: () => number, newKey: () => string) => ({
  keyFor(wanted: Wanted): string {
    const kept = keptIn(storage);
    if (kept && sameTransfer(kept, wanted) && now() - kept.at < lifetime) return kept.key;
    const key = newKey();
    storage.setItem(transferUnderWayKey, JSON.stringify({ ...wanted, key, at: now() }));
    return key;
  },

  /** It was taken, or refused for good: the next one is another one. */
  settled(key: string): void {
    if (keptIn(storage)?.key === key) storage.removeItem(transferUnderWayKey);
  },
});
