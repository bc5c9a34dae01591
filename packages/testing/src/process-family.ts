import { readdirSync, readFileSync } from 'node:fs';

/** The process that started another one; 0 where that is gone. */
const parentOf = (pid: number): number => {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return 0;
  }
};

/** A process and all that descend from it, by their numbers. */
export const familyOf = (root: number): number[] => {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return pid === root || (parent > 1 && descends(parent));
  };
  return pids.filter(descends);
};
