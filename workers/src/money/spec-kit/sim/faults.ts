import type { Loop, Node } from './loop.js';
import type { Rates } from './plan.js';

/** Which faults an answer may have instead: nothing was done, or all was. */
interface Failures {
  readonly before: () => Error;
  readonly after?: () => Error;
}

/** What goes wrong on the way between a process and what it asks. */
export class Faults {
  isOver = false;

  constructor(
    private readonly loop: Loop,
    private readonly rates: Rates,
  ) {}

  happens(rate: keyof Rates): boolean {
    return !this.isOver && this.loop.chance.happens(this.rates[rate]);
  }

  /** Milliseconds that a message takes: most often none. */
  latency(): number {
    if (!this.happens('slow')) return 0;
    return this.loop.chance.below(this.loop.chance.one([300, 8_000, 40_000]));
  }

  /** Has something done elsewhere, and its outcome brought back: each at a time of its own. */
  ask<T>(node: Node, rate: keyof Rates, what: string, act: () => T, failures: Failures): Promise<T> {
    const { loop } = this;
    return new Promise((resolve, reject) => {
      const answer = (label: string, bring: () => void): void =>
        loop.soon(node, label, bring, this.latency());
      const carryOut = (): void => {
        const isFailing = this.happens(rate);
        const isAfter = isFailing && failures.after !== undefined && loop.chance.happens(0.5);
        if (isFailing && !isAfter) {
          answer(`${what} failed`, () => reject(failures.before()));
          return;
        }
        try {
          const outcome = act();
          if (isAfter) answer(`${what} lost`, () => reject(failures.after?.()));
          else answer(`${what} done`, () => resolve(outcome));
        } catch (fault) {
          answer(`${what} refused`, () => reject(fault));
        }
      };
      // Most often it is there at once: what comes in between, comes before it was asked or before it is answered.
      const onWay = this.latency();
      if (onWay === 0 && loop.chance.happens(0.7)) carryOut();
      else loop.soon(undefined, `${node.name} ${what}`, carryOut, onWay);
    });
  }
}
