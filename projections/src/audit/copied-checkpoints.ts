import { positionSchema } from '@groundswell/contracts';
import { z } from 'zod';
import { type KeyStatement, trustedKeys } from '../checkpoints/key-statement.js';
import { isSound } from '../checkpoints/sign-checkpoint.js';
import { type NamedCheckpoint, named } from '../read-models/log-chain/checkpoint.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Length limit for text fields, in characters. */
const text = z.string().min(1).max(100);
const checkpoint = z.object({
  position: positionSchema,
  count: z.number().int().positive(),
  time: text,
  chain: hash,
  root: hash,
  concepts: hash,
  previous: hash.nullable(),
  signed: z
    .object({ log: text, version1: z.number().int().nonnegative(), key: hash, signature: text })
    .nullable()
    .default(null),
  hash,
});
const statement = z.object({
  key: z.object({
    id: hash,
    public_key: text,
    since: text,
    predecessor: hash.nullable(),
    signature: text,
  }),
});

/** A copied file that was changed or is invalid. */
export class BrokenCopy extends Error {
  override readonly name = 'BrokenCopy';
}

/** The content of a copied file. */
interface Copy {
  /** In line order. Duplicate lines count once. */
  readonly checkpoints: readonly NamedCheckpoint[];
  readonly keys: readonly KeyStatement[];
}

/**
 * Parses checkpoints from a copied file, one JSON object a line.
 * @throws BrokenCopy on a line that is neither a checkpoint nor a key, whose hash does not match its content,
 * or that none of the file's keys has signed; and when there is no checkpoint, since nothing would be
 * compared
 */
export const parseCopy = (copied: string): Copy => {
  const keys = new Map<string, KeyStatement>();
  const found = new Map<string, { readonly checkpoint: NamedCheckpoint; readonly line: number }>();
  for (const [index, written] of copied.split('\n').entries()) {
    if (!written.trim()) continue;
    const value = jsonOf(written);
    const key = statement.safeParse(value);
    const parsed = checkpoint.safeParse(value);
    if (key.success) keys.set(key.data.key.id, key.data.key);
    else if (parsed.success) found.set(parsed.data.hash, { checkpoint: parsed.data, line: index + 1 });
    else throw new BrokenCopy(`Line ${index + 1} is not a checkpoint.`);
  }
  const trusted = trustedKeys([...keys.values()]);
  for (const { checkpoint: each, line } of found.values()) {
    if (named(each).hash !== each.hash) {
      throw new BrokenCopy(`Line ${line} was changed: its hash is not that of what it says.`);
    }
    if (!isSound(each, trusted)) {
      throw new BrokenCopy(`Line ${line} was not signed by a key that the file holds.`);
    }
  }
  if (found.size === 0) throw new BrokenCopy('It holds no checkpoint.');
  return { checkpoints: [...found.values()].map((each) => each.checkpoint), keys: [...keys.values()] };
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
