/** Resolves when work has ended, however it ends, or after some milliseconds. */
const endOf = (work: Promise<unknown>, most: number | undefined): Promise<void> =>
  new Promise((resolve) => {
    const late = most === undefined ? undefined : setTimeout(resolve, most);
    const ended = (): void => {
      clearTimeout(late);
      resolve();
    };
    work.then(ended, ended);
  });

/** Runs work on the same key one after the other, in the order in which it came. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Turns for the work of this process.
 * @param most milliseconds that work waits for what came before it: then it begins all the same. It waits for good when omitted.
 */
export const createTurns = (most?: number): InTurn => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before ? endOf(before, most).then(work) : work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
