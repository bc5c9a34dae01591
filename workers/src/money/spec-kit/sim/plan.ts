import { type Chance, chanceOf } from './chance.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Probability of each fault per call, from 0 to 1. */
export interface Rates {
  /** An answer that takes seconds to minutes. */
  readonly slow: number;
  readonly append: number;
  readonly read: number;
  readonly store: number;
  readonly queue: number;
  readonly vault: number;
  readonly subscription: number;
  /** A job redelivered while a worker is processing it. */
  readonly redelivery: number;
  /** A call that changes something at the broker. */
  readonly send: number;
  readonly get: number;
  readonly message: number;
  readonly row: number;
  readonly word: number;
}

/** Something that happens at a set time, in milliseconds from the start. */
export interface Deed {
  readonly at: number;
  readonly kind:
    | 'move in'
    | 'move out'
    | 'cancel'
    | 'replace bank'
    | 'remove bank'
    | 'crash'
    | 'close'
    | 'stop'
    | 'lose locks'
    | 'empty queue'
    | 'answer nothing'
    | 'limit calls'
    | 'turn away'
    | 'stranger'
    | 'return'
    | 'void';
  /** Index of the person or of the worker. */
  readonly who: number;
  /** Duration in milliseconds; for a transfer, cents. */
  readonly size: number;
}

/** Everything decided before a run. The rest follows from its seed. */
export interface Plan {
  readonly seed: number;
  readonly people: number;
  /** Whether people have to apply for an account first. */
  readonly apply: boolean;
  readonly perDay: number;
  /** When the faults end, in milliseconds from the start. */
  readonly until: number;
  readonly beginning: number;
  readonly rates: Rates;
  /** Longest time the broker takes to execute a call (`delay`) and to show it in lists (`lag`), in milliseconds. */
  readonly delay: number;
  readonly lag: number;
  /** Milliseconds by which clocks are ahead: the broker's (`skew`) and each worker's (`skews`). */
  readonly skew: number;
  readonly skews: readonly number[];
  /** Milliseconds by which timestamps of the broker's messages are ahead of its own clock. */
  readonly streamAhead: number;
  readonly timeout: number;
  readonly doubt: number;
  readonly parkAfter: number;
  readonly sweepEvery: number;
  readonly reconcileEvery: number;
  readonly deeds: readonly Deed[];
}

const kinds = {
  usual: ['move in', 'move in', 'move in', 'move out', 'cancel', 'cancel'],
  bank: ['replace bank', 'remove bank'],
  process: ['crash', 'crash', 'close', 'stop', 'stop', 'lose locks', 'lose locks', 'empty queue'],
  broker: ['answer nothing', 'limit calls', 'turn away', 'stranger', 'return', 'void', 'void'],
} as const satisfies Record<string, readonly Deed['kind'][]>;

const spans = [0, 0, 2 * second, 30 * second, 5 * minute, 3 * hour, 30 * hour] as const;
const skews = [0, 0, 0, 3 * second, -3 * second, 75 * second, -75 * second, 6 * minute, -4 * hour, 9 * hour];
const streamsAhead = [0, 0, 0, 0, 0, 0, -75 * second, 75 * second, 6 * minute, 38 * hour];
/** Amounts in cents. Only a few, so that transfers are easily confused. */
const amounts = [1_000, 1_000, 2_500] as const;

const ratesOf = (chance: Chance): Rates => {
  const storm = chance.one([0, 0.3, 1, 1, 2]);
  const rate = (usual: number): number => (chance.happens(0.5) ? usual * storm : 0);
  return {
    slow: rate(0.01),
    append: rate(0.02),
    read: rate(0.01),
    store: rate(0.01),
    queue: rate(0.05),
    vault: rate(0.03),
    subscription: rate(0.1),
    redelivery: rate(0.1),
    send: rate(0.25),
    get: rate(0.08),
    message: rate(0.3),
    row: rate(0.1),
    word: rate(0.15),
  };
};

const sizeOf = (kind: Deed['kind'], chance: Chance): number => {
  if (kind === 'move in' || kind === 'move out') return chance.one(amounts);
  if (kind === 'stop') return chance.one([2 * second, 20 * second, 2 * minute, 40 * minute]);
  if (kind === 'answer nothing' || kind === 'limit calls' || kind === 'turn away')
    return chance.one([20 * second, 10 * minute, 2 * hour]);
  return chance.one([second, minute, hour]);
};

const deedsOf = (chance: Chance, people: number, until: number): Deed[] => {
  const deeds: Deed[] = [];
  const add = (all: readonly Deed['kind'][], most: number, among: number): void => {
    for (let count = chance.below(most + 1); count > 0; count -= 1) {
      const kind = chance.one(all);
      deeds.push({ at: chance.below(until), kind, who: chance.below(among), size: sizeOf(kind, chance) });
    }
  };
  for (let person = 0; person < people; person += 1)
    deeds.push({ at: chance.below(hour), kind: 'move in', who: person, size: chance.one(amounts) });
  add(kinds.usual, 6, people);
  if (chance.happens(0.3)) add(kinds.bank, 2, people);
  if (chance.happens(0.6)) add(kinds.process, 4, 2);
  if (chance.happens(0.4)) add(kinds.broker, 2, people);
  if (chance.happens(0.1)) {
    // One transfer that waits for an operator, and another that comes into doubt at the same time.
    const [at, who] = [chance.below(until / 2), chance.below(people)];
    deeds.push({ at, kind: chance.one(['limit calls', 'turn away']), who, size: hour });
    for (const after of [second, hour + minute])
      deeds.push({ at: at + after, kind: 'move in', who, size: chance.one(amounts) });
  }
  // Most faults strike while something is in progress.
  const moves = deeds.filter(({ kind }) => kind === 'move in' || kind === 'move out');
  return deeds.map((deed) => {
    const isNear = !deed.kind.startsWith('move') && chance.happens(0.7);
    const near = isNear ? chance.one(moves) : undefined;
    return near ? { ...deed, at: near.at + chance.below(chance.one([200, 20 * second, 3 * minute])) } : deed;
  });
};

/** The plan for a seed. */
export const planOf = (seed: number): Plan => {
  const chance = chanceOf(seed);
  const until = chance.one([hour, hour, 4 * hour, 4 * hour, day, 2 * day]);
  const people = chance.one([1, 1, 2]);
  return {
    seed,
    people,
    apply: chance.happens(0.15),
    perDay: chance.one([1, 3, 1_000]),
    until,
    // On a working day of a week in November, at any hour.
    beginning: Date.UTC(2026, 10, 2) + chance.below(5 * day),
    rates: ratesOf(chance),
    delay: chance.one(spans),
    lag: chance.one(spans),
    skew: chance.one(skews),
    skews: [chance.one(skews), chance.one(skews)],
    timeout: chance.one([5 * second, 15 * second]),
    parkAfter: chance.one([minute, 10 * minute, 30 * minute]),
    sweepEvery: chance.one([hour, 4 * hour]),
    reconcileEvery: chance.one([hour, 4 * hour]),
    doubt: chance.one([20 * second, minute, 10 * minute]),
    deeds: deedsOf(chance, people, until),
    streamAhead: chance.one(streamsAhead),
  };
};
