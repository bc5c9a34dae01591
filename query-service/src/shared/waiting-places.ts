import { type Cost, costs } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';
import { Places } from './places.js';

/** The part of the places of a kind that all together may keep by waiting; several services wait behind one gateway. */
const partOfAll = 1 / 8;
/** The part of a network's places that one network, or one person who is signed in, may keep by waiting. */
const partOfOne = 1 / 4;

/**
 * Places for readers who wait for a position. Each also keeps a place of its kind of call, and anyone can name a
 * position that never comes. People who are signed in have places of their own.
 */
export class WaitingPlaces {
  readonly #places = new Map<string, Places>();

  /** Returns the function that frees the place; undefined when there is none. */
  enter(cost: Cost, { user, network }: Pick<Exchange, 'user' | 'network'>): (() => void) | undefined {
    return this.#of(cost, user ? 'person' : 'network').enter(user?.id ?? network);
  }

  #of(cost: Cost, by: 'person' | 'network'): Places {
    const kind = `${cost} ${by}`;
    const { atOnce, ofNetwork } = costs[cost];
    const places =
      this.#places.get(kind) ?? new Places({ all: atOnce * partOfAll, ofOne: ofNetwork * partOfOne });
    this.#places.set(kind, places);
    return places;
  }
}
