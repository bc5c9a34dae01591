import { z } from 'zod';
import { uniform } from '../market/random.js';

/** Before anything is done: the call has no effect (but `slow`, which only takes its time). */
const callFaults = ['422', '429', '500', 'hang', 'slow', 'drop'] as const;
/** After all is done and kept: only the answer is lost, replaced by an error, or never comes. */
const answerFaults = ['commit-drop', 'commit-500', 'commit-hang'] as const;
/**
 * What may become of a message of a stream: silently lost, left out with notice, sent twice, after the next one, last, or
 * without its reason.
 */
const eventFaults = [
  'event-lose',
  'event-drop',
  'event-duplicate',
  'event-swap',
  'event-cut',
  'event-bare',
] as const;

const callKinds = [...callFaults, ...answerFaults] as const;
const kinds = [...callKinds, ...eventFaults] as const;

export type EventFault = (typeof eventFaults)[number];
type Kind = (typeof kinds)[number];

const circumstances = {
  /** Only calls, or messages of streams, whose path starts with this. */
  path: z.string().startsWith('/').default('/'),
  /** Only calls of this method. */
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** Milliseconds, for `slow`. */
  delay: z.number().int().min(1).max(600_000).default(2_000),
  /** Seconds until the limit is said to end, for `429`. */
  retryAfter: z.number().int().min(0).max(600).default(1),
};

/** What goes wrong, how often, and on which paths. */
export const faultSchema = z.strictObject({
  kind: z.enum(kinds),
  /** Calls or messages that meet it before all is well again. */
  times: z.number().int().min(1).max(100_000).default(1),
  ...circumstances,
});
export type Fault = z.infer<typeof faultSchema>;

/**
 * How likely each kind of fault is, for as long as nobody calls it off. The same seed meets the same calls again.
 * Path and method narrow the calls; messages of streams are struck on all of them.
 */
export const chaosSchema = z.strictObject({
  seed: z.number().int().min(0).max(0xffff_ffff),
  rates: z.partialRecord(z.enum(kinds), z.number().min(0).max(1)),
  ...circumstances,
});
export type Chaos = z.infer<typeof chaosSchema>;

const isEventKind = (kind: Kind): kind is EventFault => (eventFaults as readonly string[]).includes(kind);

/** Whether a fault comes instead of the answer, once the call has done its work. */
export const isAnswerFault = ({ kind }: Fault): boolean => (answerFaults as readonly string[]).includes(kind);

/** Faults asked for and not yet used up, oldest first, and how often each path was called. */
export class Faults {
  private planned: { fault: Fault; left: number }[] = [];
  private chaos: Chaos | undefined;
  private draws = { calls: 0, events: 0 };
  private readonly counts = new Map<string, number>();
  private readonly met = new Map<Kind, number>();

  plan(fault: Fault): void {
    this.planned.push({ fault, left: fault.times });
  }

  /** From now on faults come by chance. */
  unleash(chaos: Chaos): void {
    this.chaos = chaos;
    this.draws = { calls: 0, events: 0 };
  }

  clear(): void {
    this.planned = [];
    this.chaos = undefined;
    this.counts.clear();
    this.met.clear();
  }

  /** Counts a call, and hands out the fault that it meets. */
  meet(path: string, method: string): Fault | undefined {
    this.counts.set(path, (this.counts.get(path) ?? 0) + 1);
    const fits = (fault: Pick<Fault, 'path' | 'method'>): boolean =>
      path.startsWith(fault.path) && (!fault.method || fault.method === method);
    return this.noted(
      this.plannedFor(({ kind, ...fault }) => !isEventKind(kind) && fits(fault)) ??
        (this.chaos && fits(this.chaos) ? this.drawn(this.chaos, 'calls') : undefined),
    );
  }

  /** The fault that a message of a stream meets. */
  meetEvent(path: string): EventFault | undefined {
    const fault = this.noted(
      this.plannedFor(({ kind, path: start }) => isEventKind(kind) && path.startsWith(start)) ??
        (this.chaos ? this.drawn(this.chaos, 'events') : undefined),
    );
    return fault && isEventKind(fault.kind) ? fault.kind : undefined;
  }

  private plannedFor(fits: (fault: Fault) => boolean): Fault | undefined {
    const found = this.planned.find(({ fault, left }) => left > 0 && fits(fault));
    if (!found) return undefined;
    found.left -= 1;
    this.planned = this.planned.filter(({ left }) => left > 0);
    return found.fault;
  }

  private drawn(chaos: Chaos, of: 'calls' | 'events'): Fault | undefined {
    this.draws[of] += 1;
    // Events draw from numbers of their own, so that how many there are does not change what calls meet.
    let chance = uniform(of === 'calls' ? chaos.seed : ~chaos.seed, this.draws[of]);
    for (const kind of of === 'calls' ? callKinds : eventFaults) {
      chance -= chaos.rates[kind] ?? 0;
      if (chance < 0) return { ...chaos, kind, times: 1 };
    }
    return undefined;
  }

  private noted(fault: Fault | undefined): Fault | undefined {
    if (fault) this.met.set(fault.kind, (this.met.get(fault.kind) ?? 0) + 1);
    return fault;
  }

  calls(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** How many faults of each kind came to pass since all were called off. */
  injected(): Record<string, number> {
    return Object.fromEntries([...this.met].sort(([a], [b]) => a.localeCompare(b)));
  }
}
