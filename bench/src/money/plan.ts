import { Chance } from '../history/chance.js';
import { type Strike, strikes } from './house.js';

/** Faults of the sandbox, as `docs/broker-sandbox.md` lists them. */
const callFaults = [
  '422',
  '429',
  '500',
  'drop',
  'hang',
  'slow',
  'commit-drop',
  'commit-500',
  'commit-hang',
] as const;
const eventFaults = [
  'event-lose',
  'event-drop',
  'event-duplicate',
  'event-swap',
  'event-cut',
  'event-bare',
] as const;
export const faultKinds = [...callFaults, ...eventFaults] as const;
/** A refusal ends an application or a link for good: the person would have to enter it again. */
const openingFaults = faultKinds.filter((kind) => kind !== '422');

/** A fault of the broker that is set up just before a step. */
export interface PlannedFault {
  readonly kind: (typeof faultKinds)[number];
  /** Which calls meet it: those that make things, those that read, or all. */
  readonly on: 'POST' | 'GET' | 'any';
  readonly times: number;
  /** Milliseconds, for `slow`. */
  readonly delay: number;
}

/**
 * How a person sends a request: once; twice at a time (a double click, two tabs); giving up before the answer and
 * trying again; or once more much later (a page that is loaded anew).
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
export interface Step {
  readonly what: Move | BankReturn;
  /** Milliseconds before it. */
  readonly pause: number;
  readonly fault: PlannedFault | undefined;
}

export interface PersonPlan {
  readonly ssn: string;
  readonly accountNumber: string;
  readonly steps: readonly Step[];
  /** What the application and the link meet, when faults begin with them. */
  readonly opening: readonly PlannedFault[];
}

/** A part is struck so many milliseconds after a step, counted over all people, was begun. */
interface PlannedStrike {
  readonly afterStep: number;
  readonly delay: number;
  readonly what: Strike;
  readonly down: number;
}

export interface RunPlan {
  readonly seed: number;
  /** Whether applications and links are disturbed, too. */
  readonly disturbsOpening: boolean;
  /** Milliseconds that the broker takes to settle, and holds a deposit. */
  readonly times: { readonly settlement: number; readonly hold: number };
  readonly people: readonly PersonPlan[];
  readonly strikes: readonly PlannedStrike[];
}

export interface PlanOptions {
  /** Milliseconds that a slow call takes at most. */
  readonly slowest: number;
}

/** What everybody brings: more than all withdrawals of a run together. */
export const openingDeposit = '100.00';
const amounts = ['1.00', '5.00', '5.00', '7.25', '12.50'] as const;

const faultOf = (
  chance: Chance,
  { slowest }: PlanOptions,
  kinds: readonly PlannedFault['kind'][] = faultKinds,
): PlannedFault => ({
  kind: chance.pick(kinds),
  on: chance.weighted({ POST: 6, GET: 2, any: 2 }),
  times: chance.happens(0.2) ? 2 : 1,
  delay: chance.between(100, slowest),
});

const moveOf = (chance: Chance): Move => ({
  is: 'move',
  direction: chance.happens(0.5) ? 'incoming' : 'outgoing',
  amount: chance.pick(amounts),
  way: chance.pick(ways),
  patience: chance.between(0, 40),
  forged: chance.happens(0.2),
});

const personOf = (chance: Chance, options: PlanOptions, disturbed: boolean): PersonPlan => {
  const digits = (count: number) => Array.from({ length: count }, () => chance.between(0, 9)).join('');
  const steps = Array.from(
    { length: chance.between(2, 4) },
    (): Step => ({
      what: moveOf(chance),
      pause: chance.between(0, 150),
      fault: chance.happens(0.6) ? faultOf(chance, options) : undefined,
    }),
  );
  const returned: Step[] = chance.happens(0.25)
    ? [{ what: { is: 'return' }, pause: chance.between(0, 150), fault: undefined }]
    : [];
  const at = chance.between(0, steps.length);
  return {
    ssn: `${chance.between(100, 599)}${chance.between(10, 99)}${chance.between(1_000, 9_999)}`,
    // A seven at its end is no number whose fate the sandbox has decided beforehand.
    accountNumber: `40${digits(9)}7`,
    steps: [...steps.slice(0, at), ...returned, ...steps.slice(at)],
    opening: disturbed
      ? Array.from({ length: chance.between(1, 2) }, () => faultOf(chance, options, openingFaults))
      : [],
  };
};

/** Applying and linking count as a step each. */
const openingSteps = 2;

/** The plan of a run; the same seed gives the same plan. */
export const planOf = (seed: number, options: PlanOptions): RunPlan => {
  const chance = new Chance(seed * 7_919 + 17);
  const disturbsOpening = chance.happens(0.3);
  const people = Array.from({ length: chance.between(2, 4) }, () =>
    personOf(chance, options, disturbsOpening),
  );
  const moves = people.reduce((sum, { steps }) => sum + steps.length, 0);
  const first = disturbsOpening ? 1 : openingSteps * people.length + 1;
  const last = openingSteps * people.length + moves;
  return {
    seed,
    disturbsOpening,
    times: { settlement: chance.pick([0, 0, 60, 240]), hold: chance.pick([0, 0, 100]) },
    people,
    strikes: Array.from({ length: chance.between(1, 2) }, () => ({
      afterStep: chance.between(first, last),
      delay: chance.between(0, 250),
      what: chance.pick(strikes),
      down: chance.between(0, 200),
    })),
  };
};
