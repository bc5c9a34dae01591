import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@groundswell/platform';

/** Whether a process runs, including other users' processes. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** An ended process that was not waited for (as in a container without an init) still accepts signals. */
const isZombie = (pid: number): boolean => {
  if (platform() !== 'linux') return false;
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/**
 * The command line of a process, or undefined when there is none. Pids are reused: check before sending a
 * signal.
 */
export const commandLineOf = (pid: number): string | undefined => {
  try {
    return platform() === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
      : execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

/** When a process began, on systems that show it in a file: a later one with the same pid began at another time. */
export const beginningOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may itself hold spaces and brackets; of the rest it is the twentieth word.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
};

/** The parent of a process, on systems that show it in a file. */
export const parentOf = (pid: number): number | undefined => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
};

/** The process above this one, the one above that, and so on. */
export const ancestors = (levels: number): (number | undefined)[] => {
  const pids: (number | undefined)[] = [process.ppid];
  while (pids.length < levels) {
    const last = pids.at(-1);
    pids.push(last === undefined ? undefined : parentOf(last));
  }
  return pids;
};

export const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Waits until `condition` holds; false if it does not within `milliseconds`. */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
};

/** Ends a process of an earlier run: sends `ask`, waits, then `insist`. A database can recover from both. */
export const endProcess = async (pid: number, ask: NodeJS.Signals, insist: NodeJS.Signals): Promise<void> => {
  process.kill(pid, ask);
  if (await waitUntil(() => !isAlive(pid), 10_000)) return;
  process.kill(pid, insist);
  await waitUntil(() => !isAlive(pid), 5_000);
};

/** Stops a child process and waits for its end; kills it after `patience` milliseconds. */
export const stopChild = async (
  child: ChildProcess,
  ask: NodeJS.Signals,
  insist: NodeJS.Signals,
  patience: number,
): Promise<void> => {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(ask);
  const escalation = setTimeout(() => child.kill(insist), patience);
  await ended;
  clearTimeout(escalation);
};
