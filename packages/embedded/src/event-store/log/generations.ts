/**
 * A map that forgets what was not used recently. Entries live in a young and an old generation: when the
 * young one is full it becomes the old one, and the old one is dropped as a whole, at no cost per entry.
 */
export class Generations<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** @param most entries in a generation: at least this many of the latest are remembered */
  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.most && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
