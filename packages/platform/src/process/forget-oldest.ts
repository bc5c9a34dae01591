/** Drops what was put in first once there is more than that: a map that strangers feed stays small. */
export const forgetOldest = <Key>(
  known: { readonly size: number; keys(): Iterator<Key>; delete(key: Key): unknown },
  most: number,
): void => {
  const oldest = known.keys().next();
  if (known.size > most && !oldest.done) known.delete(oldest.value);
};
