import { z } from 'zod';

/** What goes wrong, how often, and on which paths. */
export const faultSchema = z.strictObject({
  kind: z.enum(['429', '500', 'hang', 'slow', 'drop']),
  /** Calls that meet it before all is well again. */
  times: z.number().int().min(1).max(100_000).default(1),
  /** Only calls whose path starts with this. */
  path: z.string().startsWith('/').default('/'),
  /** Milliseconds, for `slow`. */
  delay: z.number().int().min(1).max(600_000).default(2_000),
  /** Seconds until the limit is said to end, for `429`. */
  retryAfter: z.number().int().min(0).max(600).default(1),
});
export type Fault = z.infer<typeof faultSchema>;

/** Faults asked for and not yet used up, oldest first, and how often each path was called. */
export class Faults {
  private planned: { fault: Fault; left: number }[] = [];
  private readonly counts = new Map<string, number>();

  plan(fault: Fault): void {
    this.planned.push({ fault, left: fault.times });
  }

  clear(): void {
    this.planned = [];
    this.counts.clear();
  }

  /** Counts a call, and hands out the fault that it meets. */
  meet(path: string): Fault | undefined {
    this.counts.set(path, (this.counts.get(path) ?? 0) + 1);
    const met = this.planned.find(({ fault, left }) => left > 0 && path.startsWith(fault.path));
    if (!met) return undefined;
    met.left -= 1;
    this.planned = this.planned.filter(({ left }) => left > 0);
    return met.fault;
  }

  calls(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => a.localeCompare(b)));
  }
}
