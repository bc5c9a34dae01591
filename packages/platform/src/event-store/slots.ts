/** Waited as long as was allowed, and no one made room. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets so many tasks be in progress at once; others enter in the order of their coming. */
export class Slots {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot within so many milliseconds, and gives the way to hand it back. @throws NoSlot */
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
