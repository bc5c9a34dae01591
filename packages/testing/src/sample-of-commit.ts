import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

let head: string | undefined;
const commit = (): string => {
  head ??= spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? '';
  return head;
};

/**
 * Some cases of several, which the commit chooses: others for the next commit, the same for everyone who tests this one. For
 * cases that take long.
 */
export const sampleOfCommit = <T>(
  cases: readonly T[],
  count: number,
  nameOf: (one: T) => string,
): readonly T[] => {
  const turnOf = (one: T): string =>
    createHash('sha256')
      .update(`${commit()} ${nameOf(one)}`)
      .digest('hex');
  return cases.toSorted((one, other) => turnOf(one).localeCompare(turnOf(other))).slice(0, count);
};
