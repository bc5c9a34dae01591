import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { type Asker, createFairQueue, type QueueBounds } from './fair-queue.js';

/** What a hash takes: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP asks for at least 19 MiB and two passes; this takes about 65 ms here, and costs a guesser as much. */
export const usualPasswordCost: PasswordCost = { memoryCost: 65_536, timeCost: 3 };

/**
 * Each takes 64 MiB and a thread of the four that Node has for files and names, too. As many as wait take about a second
 * and a half; more than that is a flood, and a network has a quarter of the places.
 * Strangers from any number of networks take one of the two, and none of the places of those who are known.
 */
const bounds: QueueBounds = {
  atOnce: 2,
  strangersAtOnce: 1,
  waiting: 40,
  waitingOfOne: 10,
  // On a machine that is short of processors: the gateway would give up after fifteen, and nobody be told to come again.
  longest: 5_000,
};

export interface Passwords {
  hash(from: Asker, password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that time does not tell whether there is an account. */
  verify(from: Asker, hashed: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash was made at another cost than today's. */
  isOutdated(hashed: string): boolean;
}

export const createPasswords = async (asked: PasswordCost = usualPasswordCost): Promise<Passwords> => {
  const cost = { ...asked, algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1 };
  const inTurn = createFairQueue(bounds);
  const nobody = await hash('nobody has this password', cost);
  const current = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    hash: (from, password) => inTurn(from, () => hash(password, cost)),
    async verify(from, hashed, password) {
      const right = await inTurn(from, () => verify(hashed ?? nobody, password));
      return right && hashed !== undefined;
    },
    isOutdated: (hashed) => !(hashed.startsWith('$argon2id$') && hashed.includes(current)),
  };
};
