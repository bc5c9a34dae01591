/** Random numbers determined by a seed. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0, below `most`. */
  below(most: number): number;
  /** True with this probability. */
  happens(likelihood: number): boolean;
  one<T>(all: readonly T[]): T;
}

/** @param seed any whole number below 2^53 */
export const chanceOf = (seed: number): Chance => {
  // sfc32: small, fast, and random enough for choosing.
  let [a, b, c, d] = [seed >>> 0, Math.floor(seed / 2 ** 32) ^ 0x9e3779b9, 0x243f6a88, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let turn = 0; turn < 12; turn += 1) next();
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    happens: (likelihood) => likelihood > 0 && next() < likelihood,
    one<T>(all: readonly T[]): T {
      return all[below(all.length)] as T;
    },
  };
};

/** A hash of all added lines, in order. Equal runs have equal hashes. */
export class Trace {
  #one = 0x811c9dc5;
  #other = 0x1b873593;
  /** The trace, if it is recorded. */
  readonly lines: string[] | undefined;

  constructor(isKept: boolean) {
    this.lines = isKept ? [] : undefined;
  }

  add(text: string, number: number): void {
    let [one, other] = [this.#one, this.#other];
    for (let index = 0; index < text.length; index += 1) {
      one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    }
    one = Math.imul(one ^ (number | 0), 0x01000193);
    other = Math.imul(other ^ one ^ Math.floor(number / 4_294_967_296), 0x85ebca6b);
    this.#one = one;
    this.#other = other ^ (other >>> 13);
    this.lines?.push(`${new Date(number).toISOString()} ${text}`);
  }

  get hash(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
    return hex(this.#one) + hex(this.#other);
  }
}
