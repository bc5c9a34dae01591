import type { TransferDirection } from '@groundswell/contracts';
import { transferUnderWayKey } from '../../session/tokens.js';

/** What someone is about to have moved. */
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

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'key' in value && 'at' in value;

const keptIn = (storage: Store): readonly Kept[] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(transferUnderWayKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
};

const keep = (storage: Store, kept: readonly Kept[]): void => {
  if (kept.length === 0) storage.removeItem(transferUnderWayKey);
  else storage.setItem(transferUnderWayKey, JSON.stringify(kept));
};

const sameTransfer = (one: Wanted, other: Wanted): boolean =>
  one.user === other.user &&
  one.bankLinkId === other.bankLinkId &&
  one.direction === other.direction &&
  one.amount === other.amount;

/**
 * The key that a transfer is asked for with: one for the same transfer in all tabs, after a reload and after a lost
 * answer, so that it is made once; another one as soon as something about it changes, or once it was taken. Changed back,
 * it is the first one again: no one may know yet what became of it.
 */
export const submissionKeys = (storage: Store, now: () => number, newKey: () => string) => ({
  keyFor(wanted: Wanted): string {
    const current = keptIn(storage).filter(({ at }) => now() - at < lifetime);
    const same = current.find((kept) => sameTransfer(kept, wanted));
    if (same) return same.key;
    const key = newKey();
    keep(storage, [...current, { ...wanted, key, at: now() }]);
    return key;
  },

  /** It was taken, or refused permanently: the next one is another one. */
  settled(key: string): void {
    keep(
      storage,
      keptIn(storage).filter((kept) => kept.key !== key),
    );
  },
});
