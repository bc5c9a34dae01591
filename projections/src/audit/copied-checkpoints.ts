import { positionSchema } from '@groundswell/contracts';
import { z } from 'zod';
import { type NamedCheckpoint, named } from '../read-models/log-chain/checkpoint.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Characters of a text in a line. */
const mostText = 100;
const line = z.object({
  position: positionSchema,
  count: z.number().int().positive(),
  time: z.string(),
  chain: hash,
  root: hash,
  concepts: hash,
  previous: hash.nullable(),
  signed: z
    .object({
      log: z.string().min(1).max(mostText),
      version1: z.number().int().nonnegative(),
      key: hash,
      signature: z.string().min(1).max(mostText),
    })
    .nullable()
    .default(null),
  hash,
});

/** A file that cannot be what it was written as. */
export class BrokenCopy extends Error {
  override readonly name = 'BrokenCopy';
}

/**
 * Checkpoints out of a copied file, one JSON object a line. A line that was written twice counts once.
 * @throws BrokenCopy on a line that is no checkpoint, or whose hash is not that of what it says, and when there is none:
 * nothing would be compared with it
 */
export const parseCopy = (text: string): NamedCheckpoint[] => {
  const found = new Map<string, NamedCheckpoint>();
  for (const [index, written] of text.split('\n').entries()) {
    if (!written.trim()) continue;
    const parsed = line.safeParse(jsonOf(written));
    if (!parsed.success) throw new BrokenCopy(`Line ${index + 1} is not a checkpoint.`);
    if (named(parsed.data).hash !== parsed.data.hash) {
      throw new BrokenCopy(`Line ${index + 1} was changed: its hash is not that of what it says.`);
    }
    found.set(parsed.data.hash, parsed.data);
  }
  if (found.size === 0) throw new BrokenCopy('It holds no checkpoint.');
  return [...found.values()];
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
