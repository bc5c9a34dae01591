/** Waited as long as allowed, and no slot was free. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Limits how many tasks run at once; others start in the order they came. */
export class Slots {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot within some milliseconds, and returns the function that frees it. @throws NoSlot */
  async take(milliseconds: number): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(milliseconds);
    let held = true;
    return () => {
      if (held) this.#handOn();
      held = false;
    };
  }

  #turn(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new NoSlot(`no room within ${milliseconds} ms`));
      }, milliseconds);
      const waiting = { enter: resolve, timer };
      this.#waiting.push(waiting);
    });
  }

  #handOn(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#free += 1;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }
}
