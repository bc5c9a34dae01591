import type { Session as TokenPair } from '@groundswell/contracts';

/** Storage keys defined by the spec. */
const keys = { access: 'token', refresh: 'refresh_token', time: 'token_time' } as const;

/** Storage key of a transfer being requested. It outlives a session that just ends: the transfer may have been sent. */
export const transferUnderWayKey = 'transfer_under_way';

export interface Tokens {
  read(): TokenPair | undefined;
  save(pair: TokenPair): void;
  clear(): void;
  /** Whether another tab has since stored the tokens of another person than this page was loaded for. */
  areAnothers(): boolean;
  /** Whether a change of this storage key may concern the tokens; null means all keys. */
  owns(key: string | null): boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The person whom an access token is for; undefined when that cannot be read. */
const personIn = (access: string): string | undefined => {
  try {
    const claims = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { sub }: { sub?: unknown } = JSON.parse(atob(claims));
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
};

export const tokensIn = (storage: Store, now: () => number): Tokens => {
  /** The person whose tokens this page has used. */
  let person: string | undefined;
  const stored = (): TokenPair | undefined => {
    const access = storage.getItem(keys.access);
    const refresh = storage.getItem(keys.refresh);
    return access && refresh ? { access, refresh } : undefined;
  };
  return {
    read() {
      const pair = stored();
      if (pair) person ??= personIn(pair.access);
      return pair;
    },
    save({ access, refresh }) {
      person = personIn(access);
      storage.setItem(keys.access, access);
      storage.setItem(keys.refresh, refresh);
      storage.setItem(keys.time, String(now()));
    },
    clear() {
      for (const key of Object.values(keys)) storage.removeItem(key);
    },
    areAnothers() {
      const pair = stored();
      const other = pair && personIn(pair.access);
      return other !== undefined && person !== undefined && other !== person;
    },
    owns: (key) => key === null || key === keys.access || key === keys.refresh,
  };
};
