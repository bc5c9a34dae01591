import { uniform } from '../market/random.js';
import {
  type Chaos,
  type EventFault,
  type Fault,
  isCallKind,
  isEventKind,
  isLateFault,
  isListKind,
  type Kind,
  kindsOf,
} from './fault.js';
import { showsAt, spoiled } from './lists.js';

interface Planned {
  readonly fault: Fault;
  left: number;
}

/** Faults asked for and not yet used up, oldest first, and how often each path was called. */
export class Faults {
  private planned: Planned[] = [];
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
    const found = this.planned.find(({ fault }) => isCallKind(fault.kind) && isMetBy(fault, path, method));
    if (found) return this.use(found);
    if (!this.chaos || !isMetBy(this.chaos, path, method)) return undefined;
    const drawn = this.drawn(this.chaos, 'calls');
    return drawn && isMetBy(drawn, path, method) ? this.noted(drawn) : undefined;
  }

  /** What a list or a search shows in the end. A fault that finds nothing to spoil waits for an answer that has it. */
  show(answer: string, path: string, method: string, now: number): string {
    const due = this.planned.filter(
      ({ fault }) => isListKind(fault.kind) && isMetBy(fault, path, method) && showsAt(fault.kind, path),
    );
    if (method !== 'GET' || due.length === 0) return answer;
    let shown: readonly unknown[] = JSON.parse(answer);
    for (const planned of due) {
      const next = spoiled(shown, planned.fault, now);
      if (next !== shown) this.use(planned);
      shown = next;
    }
    return JSON.stringify(shown);
  }

  /** The fault that a message of a stream meets. */
  meetEvent(path: string): EventFault | undefined {
    const found = this.planned.find(({ fault }) => isEventKind(fault.kind) && path.startsWith(fault.path));
    if (found) return kindOfEvent(this.use(found));
    const drawn = this.chaos && this.drawn(this.chaos, 'events');
    return drawn && kindOfEvent(this.noted(drawn));
  }

  private use(planned: Planned): Fault {
    planned.left -= 1;
    this.planned = this.planned.filter(({ left }) => left > 0);
    return this.noted(planned.fault);
  }

  private drawn(chaos: Chaos, of: 'calls' | 'events'): Fault | undefined {
    this.draws[of] += 1;
    // Events draw from numbers of their own, so that how many there are does not change what calls meet.
    let chance = uniform(of === 'calls' ? chaos.seed : ~chaos.seed, this.draws[of]);
    for (const kind of kindsOf[of]) {
      chance -= chaos.rates[kind] ?? 0;
      if (chance < 0) return { ...chaos, kind, times: 1, garbage: 'no-amount', row: 'newest' };
    }
    return undefined;
  }

  private noted(fault: Fault): Fault {
    this.met.set(fault.kind, (this.met.get(fault.kind) ?? 0) + 1);
    return fault;
  }

  calls(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** How many faults of each kind came to pass since all were canceled. */
  injected(): Record<string, number> {
    return Object.fromEntries([...this.met].sort(([a], [b]) => a.localeCompare(b)));
  }
}

const kindOfEvent = ({ kind }: Fault): EventFault | undefined => (isEventKind(kind) ? kind : undefined);

/** Reading late is no fault: what changes nothing is never carried out later. */
const isMetBy = (fault: Chaos | Fault, path: string, method: string): boolean =>
  path.startsWith(fault.path) &&
  (!fault.method || fault.method === method) &&
  !('kind' in fault && isLateFault(fault) && method === 'GET');
