import type { NewChange } from './records.js';

/** A scheduled step. */
export interface Step {
  /** Milliseconds since 1970. */
  readonly due: number;
  readonly changes: (at: number) => NewChange[];
}

interface Entry {
  readonly id: string;
  readonly step: Step;
  /** Breaks ties: what was put down first is taken first. */
  readonly order: number;
}

const before = (a: Entry, b: Entry): boolean =>
  a.step.due < b.step.due || (a.step.due === b.step.due && a.order < b.order);

/**
 * Scheduled steps, one for each entity. A heap, since thousands may be waiting; replaced entries stay in it
 * until they come up.
 */
export class Agenda {
  private readonly current = new Map<string, Entry>();
  private readonly heap: Entry[] = [];
  private orders = 0;

  /** Puts down the next step of a thing, or that there is none. */
  set(id: string, step: Step | undefined): void {
    this.current.delete(id);
    if (!step) return;
    this.orders += 1;
    const entry = { id, step, order: this.orders };
    this.current.set(id, entry);
    this.heap.push(entry);
    this.rise(this.heap.length - 1);
  }

  /** When the next step is due; undefined when there is none. */
  nextDue(): number | undefined {
    return this.first()?.step.due;
  }

  /** Takes the step that has been due longest off the list. */
  take(now: number): Step | undefined {
    const entry = this.first();
    if (!entry || entry.step.due > now) return undefined;
    this.current.delete(entry.id);
    return entry.step;
  }

  /** The first entry that still holds; those before it are thrown away. */
  private first(): Entry | undefined {
    for (let top = this.heap[0]; top; top = this.heap[0]) {
      if (this.current.get(top.id) === top) return top;
      this.removeTop();
    }
    return undefined;
  }

  private removeTop(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink(0);
  }

  private rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (!this.swapped(index, parent)) return;
      index = parent;
    }
  }

  private sink(from: number): void {
    for (let index = from; ; ) {
      const left = 2 * index + 1;
      const [a, b] = [this.heap[left], this.heap[left + 1]];
      const smaller = a && b && before(b, a) ? left + 1 : left;
      if (!a || !this.swapped(smaller, index)) return;
      index = smaller;
    }
  }

  /** Puts two entries in order; false when they were. */
  private swapped(lower: number, upper: number): boolean {
    const [child, parent] = [this.heap[lower], this.heap[upper]];
    if (!child || !parent || !before(child, parent)) return false;
    this.heap[lower] = parent;
    this.heap[upper] = child;
    return true;
  }
}
