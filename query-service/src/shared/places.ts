export interface PlaceLimits {
  readonly all: number;
  readonly ofOne: number;
}

/** Places that all who come share, of which one may take only a part. A key is stored only while it has a place. */
export class Places {
  #taken = 0;
  readonly #ofEach = new Map<string, number>();

  constructor(private readonly limits: PlaceLimits) {}

  /** Returns the function that frees the place, to be called once; undefined when there is none. */
  enter(key: string): (() => void) | undefined {
    const own = this.#ofEach.get(key) ?? 0;
    if (this.#taken >= this.limits.all || own >= this.limits.ofOne) return undefined;
    this.#taken += 1;
    this.#ofEach.set(key, own + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#ofEach.get(key) ?? 0) - 1;
      if (left > 0) this.#ofEach.set(key, left);
      else this.#ofEach.delete(key);
    };
  }
}
