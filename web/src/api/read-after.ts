const key = 'read_after';
/**
 * Read models follow within milliseconds. A position older than this is useless, and may be of another log.
 */
const lifetime = 60_000;

/** Where commands leave the log position that the next queries must have reached. */
export interface ReadAfter {
  /** Undefined when nothing was written lately. */
  current(): string | undefined;
  wrote(position: string): void;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export const readAfterIn = (storage: Store, now: () => number): ReadAfter => {
  const current = () => {
    const [, position, writtenAt] = /^(\d+)@(\d+)$/.exec(storage.getItem(key) ?? '') ?? [];
    return position && now() - Number(writtenAt) < lifetime ? position : undefined;
  };
  return {
    current,
    wrote(position) {
      if (!/^\d+$/.test(position)) return;
      const known = current();
      const highest = known && BigInt(known) > BigInt(position) ? known : position;
      storage.setItem(key, `${highest}@${now()}`);
    },
  };
};
