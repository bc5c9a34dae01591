import type { Loop, Node } from './loop.js';
import type { Rates } from './plan.js';

/** Errors that may replace an answer, `before` or `after` the action was executed. */
interface Failures {
  readonly before: () => Error;
  readonly after?: () => Error;
}

/** Faults between a process and the services it calls. */
export class Faults {
  isOver = false;

  constructor(
    private readonly loop: Loop,
    private readonly rates: Rates,
  ) {}

  happens(rate: keyof Rates): boolean {
    return !this.isOver && this.loop.chance.happens(this.rates[rate]);
  }

  /** Milliseconds that a message takes; usually 0. */
  latency(): number {
    if (!this.happens('slow')) return 0;
    return this.loop.chance.below(this.loop.chance.one([300, 8_000, 40_000]));
  }

  /** Executes something remotely and returns its outcome. Both directions take their own time. */
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
      // Usually it arrives at once. Anything in between then happens before the call or before its answer.
      const onWay = this.latency();
      if (onWay === 0 && loop.chance.happens(0.7)) carryOut();
      else loop.soon(undefined, `${node.name} ${what}`, carryOut, onWay);
    });
  }
}
