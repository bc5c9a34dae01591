import { parse, v5 } from 'uuid';

/** Namespace of all derived ids. As bytes, like what is hashed: the library takes long to make them of text. */
const root = parse('b0a1de5e-5a05-5c61-8f0e-6d2c1f6f3a10');

/**
 * A deterministic id (UUID v5): the same parts give the same id, so that a repeated command finds what the
 * first one wrote.
 */
export const derivedId = (...parts: readonly [string, ...string[]]): string =>
  v5(Buffer.from(JSON.stringify(parts)), root);
