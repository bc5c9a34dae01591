import { type Cost, costs } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';

/** The part of the places of a kind that all together may keep by waiting; several services wait behind one gateway. */
const partOfAll = 1 / 8;
/** The part of a network's places that one network, or one person who is signed in, may keep by waiting. */
const partOfOne = 1 / 4;

/**
 * Places for readers who wait for a position. Each also keeps a place of its kind of call, and anyone can name a
 * position that never comes. People who are signed in have places of their own.
 */
export class WaitingPlaces {
  readonly #taken = new Map<string, number>();

  /** Returns the function that frees the place; undefined when there is none. */
  enter(cost: Cost, { user, network }: Pick<Exchange, 'user' | 'network'>): (() => void) | undefined {
    const { atOnce, ofNetwork } = costs[cost];
    const all = `${cost} ${user ? 'person' : 'network'}`;
    const one = `${all} ${user?.id ?? network}`;
    if (this.#of(all) >= atOnce * partOfAll || this.#of(one) >= ofNetwork * partOfOne) return undefined;
    for (const key of [all, one]) this.#taken.set(key, this.#of(key) + 1);
    return () => {
      for (const key of [all, one]) this.#leave(key);
    };
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #leave(key: string): void {
    const left = this.#of(key) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}
