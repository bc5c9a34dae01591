import { readdirSync, readFileSync } from 'node:fs';
import type { RunningProcess } from './processes.js';

const ticksPerSecond = 100;

/** Seconds of processor time that this process and the given ones, with all their children, have used so far. */
export const processorTime = (roots: readonly number[] = []): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const wanted = new Set([process.pid, ...roots]);
  let ticks = 0;
  // A child has a higher number than its parent, but for the rare wrap-around.
  for (const { pid, parent, used } of processes.toSorted((a, b) => a.pid - b.pid)) {
    if (parent !== process.pid && wanted.has(parent)) wanted.add(pid);
    if (wanted.has(pid)) ticks += used;
  }
  return ticks / ticksPerSecond;
};

const readProcess = (name: string): readonly { pid: number; parent: number; used: number }[] => {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // Its own time, and that of its children that have ended.
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid: Number(name), parent: Number(fields[1]), used }];
  } catch {
    return [];
  }
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
