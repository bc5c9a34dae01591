import { Chance } from '../history/chance.js';
import type { Skew } from './instance-parts.js';
import { type FaultOptions, faultsOf, type PlannedFault } from './plan-faults.js';
import { halfOpenOf, inStep, type PlannedStrike, skewOf, strikeOf } from './plan-strikes.js';

/**
 * How a person sends a request: once; twice at a time (a double click, two tabs); giving up before the answer
 * and trying again; or again much later (a reloaded page).
 */
const ways = ['once', 'double', 'lost', 'again'] as const;
export type Way = (typeof ways)[number];

export interface Move {
  readonly is: 'move';
  readonly direction: 'incoming' | 'outgoing';
  readonly amount: string;
  readonly way: Way;
  /** Milliseconds until the person gives up waiting, for `lost`. */
  readonly patience: number;
  /** The same key is sent with another amount, too: that has to be refused. */
  readonly forged: boolean;
}
/** The bank sends the opening deposit back, long after it was complete. */
interface BankReturn {
  readonly is: 'return';
}
/** A person makes a deposit at the broker, outside this instance. */
interface Stranger {
  readonly is: 'stranger';
  /** Operators find that it is right, and adjust the cash; else it is sent back. */
  readonly stays: boolean;
}
export interface Step {
  readonly what: Move | BankReturn | Stranger;
  /** Milliseconds before it. */
  readonly pause: number;
  readonly faults: readonly PlannedFault[];
}

export interface PersonPlan {
  readonly ssn: string;
  readonly accountNumber: string;
  readonly steps: readonly Step[];
  /** What the application and the link meet, when faults begin with them. */
  readonly opening: readonly PlannedFault[];
}

export interface RunPlan {
  readonly seed: number;
  /** Whether applications and links are disturbed, too. */
  readonly disturbsOpening: boolean;
  /** Milliseconds that the broker takes to settle, and holds a deposit. */
  readonly times: { readonly settlement: number; readonly hold: number };
  /** Four o'clock in New York comes at the broker while money moves. */
  readonly closes: boolean;
  /** By how much the clocks of the parts are wrong. */
  readonly skew: Skew;
  readonly people: readonly PersonPlan[];
  readonly strikes: readonly PlannedStrike[];
  /** Milliseconds that the outcome of a call is in doubt. */
  readonly doubted: number;
}

/** Everyone's first deposit: more than all withdrawals of a run together. */
export const openingDeposit = '100.00';
const amounts = ['1.00', '5.00', '5.00', '7.25', '12.50'] as const;
/** None of theirs is that much. */
export const strangersAmount = '2.22';

const moveOf = (chance: Chance): Move => ({
  is: 'move',
  direction: chance.happens(0.5) ? 'incoming' : 'outgoing',
  amount: chance.pick(amounts),
  way: chance.pick(ways),
  patience: chance.between(0, 40),
  forged: chance.happens(0.2),
});

const personOf = (chance: Chance, options: FaultOptions, disturbed: boolean): PersonPlan => {
  const digits = (count: number) => Array.from({ length: count }, () => chance.between(0, 9)).join('');
  const steps = Array.from(
    { length: chance.between(2, 4) },
    (): Step => ({
      what: moveOf(chance),
      pause: chance.between(0, 150),
      faults: chance.happens(0.7) ? faultsOf(chance, options, false) : [],
    }),
  );
  const returned: Step[] = chance.happens(0.25)
    ? [{ what: { is: 'return' }, pause: chance.between(0, 150), faults: [] }]
    : [];
  const stranger: Step[] = chance.happens(0.15)
    ? [{ what: { is: 'stranger', stays: chance.happens(0.5) }, pause: chance.between(0, 150), faults: [] }]
    : [];
  const at = chance.between(0, steps.length);
  return {
    ssn: `${chance.between(100, 599)}${chance.between(10, 99)}${chance.between(1_000, 9_999)}`,
    // A seven at its end is no number whose fate the sandbox has decided beforehand.
    accountNumber: `40${digits(9)}7`,
    steps: [...stranger, ...steps.slice(0, at), ...returned, ...steps.slice(at)],
    opening: disturbed
      ? Array.from({ length: chance.between(1, 2) }, () => faultsOf(chance, options, true)).flat()
      : [],
  };
};

/** Applying and linking count as a step each. */
const openingSteps = 2;

/** The plan of a run; the same seed gives the same plan. */
export const planOf = (seed: number, options: FaultOptions): RunPlan => {
  const chance = new Chance(seed * 7_919 + 17);
  const disturbsOpening = chance.happens(0.3);
  const people = Array.from({ length: chance.between(2, 4) }, () =>
    personOf(chance, options, disturbsOpening),
  );
  const moves = people.reduce((sum, { steps }) => sum + steps.length, 0);
  const first = disturbsOpening ? 1 : openingSteps * people.length + 1;
  const last = openingSteps * people.length + moves;
  const skew = skewOf(chance);
  const closes = chance.happens(0.2);
  // The broker holds a deposit until an instant of its own clock: with clocks that differ that is minutes away.
  const mayBeHeld = !closes && skew === inStep;
  return {
    seed,
    disturbsOpening,
    times: { settlement: chance.pick([0, 0, 60, 240]), hold: mayBeHeld ? chance.pick([0, 0, 100]) : 0 },
    closes,
    skew,
    people,
    doubted: options.doubted,
    strikes: [
      ...Array.from({ length: chance.between(1, 2) }, () => strikeOf(chance, { first, last }, options)),
      ...halfOpenOf(chance, { first, last }, options),
    ],
  };
};
