import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** What a hash takes: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP asks for at least 19 MiB and two passes; this takes about 65 ms here, and costs a guesser as much. */
export const usualPasswordCost: PasswordCost = { memoryCost: 65_536, timeCost: 3 };

/** Each takes 64 MiB and a thread of the four that Node has for files and names, too. */
const mostAtOnce = 2;
/** About a second and a half of waiting; more than this is a flood. */
const mostWaiting = 40;

/** Answered with 503: more people sign in at once than this process has memory and time for. */
class TooBusy extends Error {
  override readonly name = 'TooBusy';
  readonly statusCode = 503;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that time does not tell whether there is an account. */
  verify(hashed: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash was made at another cost than today's. */
  isOutdated(hashed: string): boolean;
}

/** Runs at most so many at a time, in order. @throws TooBusy when too many wait */
const queued = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= mostWaiting) throw new TooBusy('too many passwords wait to be checked');
    if (running >= mostAtOnce) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

export const createPasswords = async (asked: PasswordCost = usualPasswordCost): Promise<Passwords> => {
  const cost = { ...asked, algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1 };
  const inTurn = queued();
  const nobody = await hash('nobody has this password', cost);
  const current = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(hashed, password) {
      const right = await inTurn(() => verify(hashed ?? nobody, password));
      return right && hashed !== undefined;
    },
    isOutdated: (hashed) => !(hashed.startsWith('$argon2id$') && hashed.includes(current)),
  };
};
