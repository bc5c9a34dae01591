const key = 'read_after';
/**
 * Read models follow within milliseconds. A position older than this is useless, and may be of another log.
 */
const lifetime = 60_000;

/** Stores the log position of the last command, which the next queries must include. */
export interface ReadAfter {
  /** Undefined when nothing was written recently. */
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
