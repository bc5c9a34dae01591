import { ApiError } from '../api/api-error.js';
import { arriving } from '../api/arriving.js';
import type { Answered } from '../api/queries.js';

export interface Shown<Data> extends Answered<Data> {
  /** Why it could not be loaded again. */
  readonly failure?: unknown;
}

type Answer<Data> = Promise<Answered<Data>>;

interface Good<Data> {
  /** What it is shown for: the answer that brought it, or a later one that failed. */
  readonly answer: Answer<Data>;
  readonly answered: Answered<Data>;
  /** Which of the answers that is, in the order in which they were first shown. */
  readonly turn: number;
  /** Follows the address where that loads nothing, as with a step of a form. */
  address: string;
}

/** What was last loaded for a part of a screen. */
export interface LastGood<Data> {
  /**
   * The answer, or when it fails the last one for the same address. The same promise for the same answer, which was asked for where it
   * is first shown.
   */
  shown(answer: Answer<Data>, address: string): Promise<Shown<Data>>;
  /** The address has changed while this answer is shown. */
  follow(answer: Answer<Data>, address: string): void;
}

export const createLastGood = <Data>(): LastGood<Data> => {
  const known = new WeakMap<Answer<Data>, Promise<Shown<Data>>>();
  let turns = 0;
  let good: Good<Data> | undefined;

  const load = (answer: Answer<Data>, address: string): Promise<Shown<Data>> => {
    const turn = turns++;
    // An answer that ends late does not take the place of a later one: that is on the screen.
    const keep = (answered: Answered<Data>): Answered<Data> => {
      if (!good || good.turn < turn) good = { address, answer, answered, turn };
      return answered;
    };
    const shown = answer.then(keep, (failure) => {
      const isMissing = failure instanceof ApiError && failure.status === 404;
      if (good?.address === address && !isMissing) return { ...keep(good.answered), failure };
      throw failure;
    });
    known.set(answer, shown);
    return arriving(shown);
  };

  return {
    shown: (answer, address) => known.get(answer) ?? load(answer, address),
    follow(answer, address) {
      if (good?.answer === answer) good.address = address;
    },
  };
};
