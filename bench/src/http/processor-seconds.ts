import { readFileSync } from 'node:fs';

/** Ticks of the kernel's clock in a second, as Linux tells them to every program. */
const ticks = 100;

/** Seconds of a processor that a process has taken so far; not a number where the system does not tell. */
export const processorSeconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return Number.NaN;
  }
};
