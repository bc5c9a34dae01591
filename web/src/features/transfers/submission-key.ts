import type { TransferDirection } from '@groundswell/contracts';
import { transferUnderWayKey } from '../../session/tokens.js';

/** A transfer about to be requested. */
export interface Wanted {
  readonly user: string;
  readonly bankLinkId: string;
  readonly direction: TransferDirection;
  /** Dollars in the contract's format. */
  readonly amount: string;
}

interface Kept extends Wanted {
  readonly key: string;
  readonly at: number;
  /** Whether it was sent, with an outcome that is not known. */
  readonly sent?: boolean;
}

/** Milliseconds during which an identical transfer counts as the same one, not as a second one. */
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
 * Idempotency keys of transfers. The same transfer has one key in all tabs, after a reload and after a lost
 * response, so that it is made once. It gets another key when something about it changes or once it was accepted.
 * If changed back, it has its first key again, since the outcome may still be unknown.
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

  /** Whether it was sent and nothing is known of it: in this tab or another, before a reload, or before another was reviewed. */
  isInDoubt: (key: string): boolean => keptIn(storage).some((kept) => kept.key === key && kept.sent === true),

  /** Other transfers of the same person that were sent, and of which nothing is known. */
  othersInDoubt(key: string): readonly (Wanted & Pick<Kept, 'key'>)[] {
    const kept = keptIn(storage);
    const user = kept.find((each) => each.key === key)?.user;
    return kept.filter(
      (each) => each.key !== key && each.user === user && each.sent === true && now() - each.at < lifetime,
    );
  },

  /** It is being sent: from a review that stays open it may be sent again after a refusal, or after its half hour. */
  sending(key: string, wanted: Wanted): void {
    const others = keptIn(storage).filter((kept) => kept.key !== key);
    keep(storage, [...others, { ...wanted, key, at: now(), sent: true }]);
  },

  /** It is known not to have been sent. */
  notSent(key: string): void {
    keep(
      storage,
      keptIn(storage).map((kept) => (kept.key === key ? { ...kept, sent: false } : kept)),
    );
  },

  /** It was accepted or permanently refused: the next transfer gets a new key. */
  settled(key: string): void {
    keep(
      storage,
      keptIn(storage).filter((kept) => kept.key !== key),
    );
  },
});
