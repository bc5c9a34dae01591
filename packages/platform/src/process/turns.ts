/** Resolves when work has ended, however it ends, or after some milliseconds. */
const endOf = (work: Promise<unknown>, most: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, most);
    const ended = (): void => {
      clearTimeout(late);
      resolve();
    };
    work.then(ended, ended);
  });

/**
 * Runs work on the same key one after the other, in the order in which it came.
 * @param most milliseconds that work waits for what came before it: then it begins all the same
 */
export const createTurns = (most: number) => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
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
