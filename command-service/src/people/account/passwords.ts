import { requestAge } from '@groundswell/platform';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { type Asker, createFairQueue, type QueueBounds } from './fair-queue.js';

/** The cost of a hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/**
 * OWASP asks for at least 19 MiB and two passes; this takes about 65 ms here, and costs an attacker as much.
 */
export const usualPasswordCost: PasswordCost = { memoryCost: 65_536, timeCost: 3 };

/**
 * Each hash takes 64 MiB and one of the four threads that Node also uses for files and names. A full queue
 * takes about a second and a half; more is a flood, and one network gets a quarter of the places. Strangers
 * from any number of networks get one of the two slots, when no known person is at work or half a second has passed, and
 * none of the places of known people.
 */
const bounds: QueueBounds = {
  atOnce: 2,
  strangersAtOnce: 1,
  strangersEvery: 500,
  waiting: 40,
  waitingOfOne: 10,
  // An answer should come within two seconds, and what follows the hash takes time, too.
  longest: 1_200,
};

export interface Passwords {
  /** Takes a place before a password is asked for. Returns the function that gives it back. @throws TooBusy */
  enter(from: Asker): () => void;
  hash(from: Asker, password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that time does not reveal whether an account exists. */
  verify(from: Asker, hashed: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash was made with another cost than the current one. */
  isOutdated(hashed: string): boolean;
}

export const createPasswords = async (asked: PasswordCost = usualPasswordCost): Promise<Passwords> => {
  const cost = { ...asked, algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1 };
  const { enter, run: inTurn } = createFairQueue(bounds, () => performance.now(), requestAge);
  const nobody = await hash('nobody has this password', cost);
  const current = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    enter,
    hash: (from, password) => inTurn(from, () => hash(password, cost)),
    async verify(from, hashed, password) {
      const right = await inTurn(from, () => verify(hashed ?? nobody, password));
      return right && hashed !== undefined;
    },
    isOutdated: (hashed) => !(hashed.startsWith('$argon2id$') && hashed.includes(current)),
  };
};
