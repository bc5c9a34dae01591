import type { Session as TokenPair } from '@groundswell/contracts';

/** Storage keys defined by the spec. */
const keys = { access: 'token', refresh: 'refresh_token', time: 'token_time' } as const;

/** Storage key of a transfer being requested. It belongs to the session and is removed with it. */
export const transferUnderWayKey = 'transfer_under_way';

export interface Tokens {
  read(): TokenPair | undefined;
  save(pair: TokenPair): void;
  clear(): void;
  /** Whether a change of this storage key may concern the tokens; null means all keys. */
  owns(key: string | null): boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const tokensIn = (storage: Store, now: () => number): Tokens => ({
  read() {
    const access = storage.getItem(keys.access);
    const refresh = storage.getItem(keys.refresh);
    return access && refresh ? { access, refresh } : undefined;
  },
  save({ access, refresh }) {
    storage.setItem(keys.access, access);
    storage.setItem(keys.refresh, refresh);
    storage.setItem(keys.time, String(now()));
  },
  clear() {
    for (const key of [...Object.values(keys), transferUnderWayKey]) storage.removeItem(key);
  },
  owns: (key) => key === null || key === keys.access || key === keys.refresh,
});
