import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of the kernel's clock in a second, as Linux tells them to every program. */
const ticks = 100;

/** What Linux tells of a process, times in seconds of a processor; undefined where it does not, or the process has ended. */
export const statOf = (
  pid: number,
): { readonly parent: number; readonly own: number; readonly ofEndedChildren: number } | undefined => {
  try {
    // The name of the program comes first, and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const seconds = (field: number): number => Number(fields[field]) / ticks;
    return {
      parent: Number(fields[1]),
      own: seconds(11) + seconds(12),
      ofEndedChildren: seconds(13) + seconds(14),
    };
  } catch {
    return undefined;
  }
};

/** All processes, by their numbers. */
export const allProcesses = (): number[] => readdirSync('/proc').map(Number).filter(Boolean);

/** A process and all that descend from it, by their numbers. */
export const familyOf = (root: number): number[] => {
  const pids = allProcesses();
  const parents = new Map(pids.map((pid) => [pid, statOf(pid)?.parent ?? 0]));
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return pid === root || (parent > 1 && descends(parent));
  };
  return pids.filter(descends);
};
