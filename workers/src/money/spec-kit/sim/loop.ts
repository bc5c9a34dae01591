import type { Pause } from '@groundswell/platform';
import type { Chance, Trace } from './chance.js';

/** A process: what it waits for comes to it while it runs, waits while it is stopped, and is lost when it dies. */
export interface Node {
  readonly name: string;
  state: 'running' | 'stopped' | 'dead';
  /** What came while it was stopped. */
  held: Task[];
}

interface Task {
  readonly label: string;
  /** Undefined for what belongs to no process: the broker, the log, people. */
  readonly node: Node | undefined;
  readonly act: () => void;
}

interface Timer extends Task {
  readonly at: number;
  readonly order: number;
  isOff: boolean;
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Timers, the next one first. */
class Heap {
  readonly #all: Timer[] = [];

  push(timer: Timer): void {
    const all = this.#all;
    let place = all.length;
    all.push(timer);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = all[above] as Timer;
      if (!isBefore(timer, parent)) break;
      all[place] = parent;
      place = above;
    }
    all[place] = timer;
  }

  get first(): Timer | undefined {
    while (this.#all[0]?.isOff) this.pop();
    return this.#all[0];
  }

  pop(): Timer | undefined {
    const all = this.#all;
    const first = all[0];
    const last = all.pop();
    if (last === undefined || last === first) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= all.length) break;
      if (below + 1 < all.length && isBefore(all[below + 1] as Timer, all[below] as Timer)) below += 1;
      const child = all[below] as Timer;
      if (!isBefore(child, last)) break;
      all[place] = child;
      place = below;
    }
    all[place] = last;
    return first;
  }
}

/** How likely time continues although something could be done at once: whatever is asked may take long. */
const overtaking = 0.03;

/** One process' share of a machine whose time and order are chosen by a seed. */
export class Loop {
  /** Milliseconds since 1970, by a clock that is right. */
  now: number;
  steps = 0;
  /** Called before time continues, when nothing is left to be done at once; true ends the run. */
  onIdle: () => boolean = () => false;
  /** Called after each step; a text ends the run. */
  failure: string | undefined;
  readonly #ready: Task[] = [];
  readonly #timers = new Heap();
  #order = 0;

  constructor(
    readonly chance: Chance,
    readonly trace: Trace,
    beginning: number,
    private readonly mostSteps: number,
  ) {
    this.now = beginning;
  }

  /** Schedules work as soon as it is chosen, or after some milliseconds. */
  soon(node: Node | undefined, label: string, act: () => void, milliseconds = 0): void {
    if (milliseconds > 0) this.at(node, milliseconds, label, act);
    else this.#ready.push({ node, label, act });
  }

  /** Schedules work after some milliseconds. @returns the function that cancels it */
  at(node: Node | undefined, milliseconds: number, label: string, act: () => void): () => void {
    const at = this.now + Math.max(0, milliseconds);
    const timer: Timer = { node, label, act, at, order: this.#order, isOff: false };
    this.#order += 1;
    this.#timers.push(timer);
    return () => {
      timer.isOff = true;
    };
  }

  /** How time passes for a process. */
  pauseOf(node: Node): Pause {
    return (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const off = this.at(node, milliseconds, 'pause', () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        });
        const leave = (): void => {
          off();
          resolve();
        };
        signal?.addEventListener('abort', leave, { once: true });
      });
  }

  stop(node: Node): void {
    if (node.state === 'running') node.state = 'stopped';
  }

  goOn(node: Node): void {
    if (node.state !== 'stopped') return;
    node.state = 'running';
    this.#ready.push(...node.held);
    node.held = [];
  }

  /** What the process was about to do is never done. */
  kill(node: Node): void {
    node.state = 'dead';
    node.held = [];
  }

  /** Does one step. @returns whether there was any */
  #step(): boolean {
    if (this.failure !== undefined || this.steps >= this.mostSteps) return false;
    const ready = this.#ready;
    const isIdle = ready.length === 0;
    if (isIdle && this.onIdle()) return false;
    if (isIdle || this.chance.happens(overtaking)) {
      const timer = this.#timers.first;
      if (timer) {
        this.#timers.pop();
        this.now = Math.max(this.now, timer.at);
        this.#do(timer);
        return true;
      }
      if (isIdle) return false;
    }
    const index = this.chance.below(ready.length);
    const task = ready[index] as Task;
    const last = ready.pop() as Task;
    if (last !== task) ready[index] = last;
    this.#do(task);
    return true;
  }

  #do(task: Task): void {
    const { node } = task;
    if (node?.state === 'dead') return;
    if (node?.state === 'stopped') {
      node.held.push(task);
      return;
    }
    this.steps += 1;
    this.trace.add(node ? `${node.name}: ${task.label}` : task.label, this.now);
    try {
      task.act();
    } catch (fault) {
      this.fail(fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault));
    }
  }

  /** Something is as it must never be; the first time counts. */
  fail(what: string): void {
    this.failure ??= what;
  }

  /**
   * Does step after step. Between two of them all promises that can be settled are: a tick that is asked for by a microtask
   * comes after all other microtasks.
   */
  run(): Promise<void> {
    return new Promise((resolve) => {
      const tick = (): void => {
        if (this.#step()) later();
        else resolve();
      };
      // Costs less than `queueMicrotask`, and comes at the same place.
      const later = (): void => void Promise.resolve().then(() => process.nextTick(tick));
      later();
    });
  }
}
