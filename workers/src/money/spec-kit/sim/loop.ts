import type { Pause } from '@groundswell/platform';
import type { Chance, Trace } from './chance.js';

/** A process. Its tasks run while it is running, are held while it is stopped, and are lost when it dies. */
export interface Node {
  readonly name: string;
  state: 'running' | 'stopped' | 'dead';
  /** Tasks that arrived while it was stopped. */
  held: Task[];
}

interface Task {
  readonly label: string;
  /** Undefined for tasks outside any process: the broker, the log, people. */
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

/** Timers, earliest first. */
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

/** Probability that time advances although tasks are ready: any call may take long. */
const overtaking = 0.03;

/** The event loop of the simulated machine. A seed determines the order of tasks and how time passes. */
export class Loop {
  /** Milliseconds since 1970, by a correct clock. */
  now: number;
  steps = 0;
  /** Called before time advances, when no task is ready; true ends the run. */
  onIdle: () => boolean = () => false;
  /** Why the run failed. Setting it ends the run. */
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

  /** `Pause` of a process. */
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

  /** Discards the pending tasks of the process. */
  kill(node: Node): void {
    node.state = 'dead';
    node.held = [];
  }

  /** Runs one step. @returns whether there was one */
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

  /** Records a broken invariant; the first one counts. */
  fail(what: string): void {
    this.failure ??= what;
  }

  /**
   * Runs step after step. All promises that can settle do so between two steps: a tick requested by a microtask
   * runs after all other microtasks.
   */
  run(): Promise<void> {
    return new Promise((resolve) => {
      const tick = (): void => {
        if (this.#step()) later();
        else resolve();
      };
      // Cheaper than `queueMicrotask`, and runs at the same point.
      const later = (): void => void Promise.resolve().then(() => process.nextTick(tick));
      later();
    });
  }
}
