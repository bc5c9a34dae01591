import { allProcesses, statOf } from '@groundswell/testing/process-family';
import type { RunningProcess } from './processes.js';

/** Seconds of processor time that this process and the given ones, with all their children, have used so far. */
export const processorTime = (roots: readonly number[] = []): number => {
  const wanted = new Set([process.pid, ...roots]);
  let seconds = 0;
  // A child has a higher number than its parent, but for the rare wrap-around.
  for (const pid of allProcesses().toSorted((a, b) => a - b)) {
    const found = statOf(pid);
    if (!found) continue;
    if (found.parent !== process.pid && wanted.has(found.parent)) wanted.add(pid);
    if (wanted.has(pid)) seconds += found.own + found.ofEndedChildren;
  }
  return seconds;
};

/** Adds up what operations cost in processor time, here and in the servers: unlike rates, it bears a busy machine. */
export class ProcessorTime {
  #seconds = 0;
  #operations = 0;

  constructor(private readonly servers: readonly RunningProcess[]) {}

  /** @param measure returns a rate per second, measured over some milliseconds */
  async during(measure: () => Promise<number>, milliseconds: number): Promise<number> {
    const roots = this.servers.map(({ pid }) => pid);
    const before = processorTime(roots);
    const rate = await measure();
    this.#seconds += processorTime(roots) - before;
    this.#operations += (rate * milliseconds) / 1_000;
    return rate;
  }

  /** Microseconds for each operation since the last call. */
  take(): string {
    const each = Math.round((this.#seconds / this.#operations) * 1e6);
    this.#seconds = 0;
    this.#operations = 0;
    return Number.isFinite(each) ? String(each) : 'unknown';
  }
}
