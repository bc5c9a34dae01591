/** Maps with fewer entries are copied whole. */
const few = 100;

/** A map, and what changed since. Neither changes any more. */
class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  #whole: ReadonlyMap<Key, Value> | undefined;

  constructor(
    readonly base: ReadonlyMap<Key, Value>,
    readonly changed: ReadonlyMap<Key, Value>,
  ) {}

  /** All entries. Folding a history looks up single ones, and never needs it. */
  whole(): ReadonlyMap<Key, Value> {
    if (this.#whole) return this.#whole;
    const whole = new Map(this.base);
    for (const [key, value] of this.changed) whole.set(key, value);
    this.#whole = whole;
    return whole;
  }

  get size(): number {
    return this.whole().size;
  }

  get(key: Key): Value | undefined {
    return (this.changed.has(key) ? this.changed : this.base).get(key);
  }

  has(key: Key): boolean {
    return this.changed.has(key) || this.base.has(key);
  }

  entries(): MapIterator<[Key, Value]> {
    return this.whole().entries();
  }

  keys(): MapIterator<Key> {
    return this.whole().keys();
  }

  values(): MapIterator<Value> {
    return this.whole().values();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(call: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    this.whole().forEach(call);
  }
}

/**
 * The map with an entry added, or replaced in its place. The given one stays as it is, and few entries are copied: about as many as
 * the square root of all.
 */
export const withEntry = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> => {
  const { base, changed } = map instanceof LayeredMap ? map : { base: map, changed: new Map<Key, Value>() };
  const layered = new LayeredMap(base, new Map(changed).set(key, value));
  return layered.changed.size ** 2 < base.size - few ? layered : layered.whole();
};
