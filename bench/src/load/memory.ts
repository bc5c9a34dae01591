import { readFileSync } from 'node:fs';
import { familyOf } from '@groundswell/testing/process-family';

/** The part that a process is, by the directory of its entry; else the program: PostgreSQL writes what it does behind it. */
const nameOf = (pid: number): string => {
  try {
    const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const entry = words.find((word) => word.endsWith('main.js'));
    if (entry === undefined) return program.split(/[ :]/)[0]?.split('/').at(-1) ?? '';
    return (
      entry
        .split('/')
        .filter((word) => word !== 'dist')
        .at(-2) ?? ''
    );
  } catch {
    return '';
  }
};

/** MiB that a process has for itself, and its part of what it shares; 0 once it has gone. */
const proportional = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1_024;
  } catch {
    return 0;
  }
};

/** Proportional set size, in all and part by part, in MiB. */
export interface Memory {
  readonly total: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** Of a launcher and its parts. */
export const memoryOf = (root: number): Memory => {
  const parts: Record<string, number> = {};
  for (const pid of familyOf(root)) {
    const name = nameOf(pid);
    parts[name] = Math.round((parts[name] ?? 0) + proportional(pid));
  }
  return { total: Object.values(parts).reduce((sum, size) => sum + size, 0), parts };
};
