import type { Chance } from '../history/chance.js';
import {
  halfOpenStrikes,
  type Skew,
  type Skewed,
  type Strike,
  shortStrikes,
  skewedParts,
} from './instance-parts.js';
import type { FaultOptions } from './plan-faults.js';

/** A part is struck a number of milliseconds after a step, counted over all people, was begun. */
export interface PlannedStrike {
  readonly afterStep: number;
  readonly delay: number;
  readonly what: Strike;
  /** Which of the two that there are. */
  readonly replica: 0 | 1;
  /** Milliseconds that it is down, or frozen. */
  readonly down: number;
}

const minute = 60_000;

const skewBy = (offset: () => number): Skew =>
  Object.fromEntries(skewedParts.map((part) => [part, offset()])) as Record<Skewed, number>;

/** All clocks are right. */
export const inStep: Skew = skewBy(() => 0);

/** Longer than any fence, lock or doubt lasts. */
const standstill = (chance: Chance, { doubted, frozen }: FaultOptions): number =>
  frozen ? chance.between(frozen.least, frozen.most) : doubted + chance.between(300, 1_500);

const frozenStrikes = ['workers-frozen', 'workers-zombie'] as const satisfies readonly Strike[];

export const strikeOf = (
  chance: Chance,
  steps: { readonly first: number; readonly last: number },
  options: FaultOptions,
  kinds: readonly Strike[] = options.frozen ? frozenStrikes : shortStrikes,
): PlannedStrike => {
  const what = chance.pick(kinds);
  const stands = what.endsWith('-frozen') || what === 'workers-zombie';
  return {
    afterStep: chance.between(steps.first, steps.last),
    delay: chance.between(0, 250),
    what,
    replica: chance.pick([0, 1] as const),
    down: stands ? standstill(chance, options) : chance.between(0, 200),
  };
};

/** Milliseconds: a token that was issued later in the future than this is refused. */
const behindAtMost = 25_000;

/**
 * In four runs of ten clocks are wrong by minutes. The broker takes no agreement that was signed in its future, so that the
 * command service is never ahead of it; and never far behind who issued a token.
 */
export const skewOf = (chance: Chance): Skew => {
  if (!chance.happens(0.4)) return inStep;
  const drawn = skewBy(() => chance.between(-4 * minute, 4 * minute));
  const behind = (offset: number) => Math.max(-Math.abs(offset), -behindAtMost);
  return {
    ...drawn,
    'broker-sandbox': Math.abs(drawn['broker-sandbox']),
    'command-service-1': behind(drawn['command-service-1']),
    'command-service-2': behind(drawn['command-service-2']),
  };
};

/** In one run of thirty connections stay half open. That takes a minute: workers wait so long for an answer of PostgreSQL. */
export const halfOpenOf = (
  chance: Chance,
  steps: { readonly first: number; readonly last: number },
  options: FaultOptions,
): PlannedStrike[] =>
  !options.frozen && chance.happens(1 / 30) ? [strikeOf(chance, steps, options, halfOpenStrikes)] : [];
