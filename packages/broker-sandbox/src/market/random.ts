/** A 32-bit hash of text (FNV-1a): the seed of everything a symbol does. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** A number in [0, 1) that depends on seed and key alone, so that any day can be asked for in any order. */
export const uniform = (seed: number, key: number): number => {
  let x = Math.imul(seed ^ Math.imul(key + 0x7f4a7c15, 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 13), 0x27d4eb2f);
  return ((x ^ (x >>> 16)) >>> 0) / 4_294_967_296;
};

/**
 * Bell-shaped, mean 0, deviation 1, by adding four uniforms: plain additions give the same bits on every machine,
 * which logarithms do not promise.
 */
export const bell = (seed: number, key: number): number => {
  const k = key * 4;
  const sum = uniform(seed, k) + uniform(seed, k + 1) + uniform(seed, k + 2) + uniform(seed, k + 3);
  return (sum - 2) * 1.7320508;
};
