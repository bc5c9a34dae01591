import {
  answerFaults,
  callFaults,
  eventFaults,
  garbage,
  lateFaults,
  listFaults,
} from '@groundswell/broker-sandbox';
import type { Chance } from '../history/chance.js';

/** Faults after which the outcome of a call is unknown, and is searched for in lists. */
const doubtKinds = [...answerFaults, ...lateFaults] as const;
/** One resource answers 500 until faults end. */
const outage = 'outage';

/** Applications are searched for, transfers are not. */
const searchLag = 'search-lag';
const onEither = [
  ...callFaults,
  ...doubtKinds,
  ...eventFaults,
  ...listFaults.filter((kind) => kind !== searchLag),
] as const;

export const faultKinds = [...onEither, searchLag, outage] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What transfers meet. */
const movingKinds = [...onEither, outage] as const;
/**
 * Faults of applications and links. A refusal ends one permanently: the person would have to enter it again.
 */
const openingKinds = [
  ...onEither.filter((kind) => kind !== '422'),
  // Twice as often, since the others are many.
  searchLag,
  searchLag,
] as const;
const looksInto: readonly FaultKind[] = [...listFaults, outage];

/** What errors of the broker say, so that its words can be looked for where they must not be. */
export const brokersWords = 'Ask for Rosamund Tuttle at desk nine';

const resources = ['transfers', 'account', 'cash'] as const;

/** A fault of the broker that is set up just before a step. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** Which calls meet it: those that make things, those that read, or all. */
  readonly on: 'POST' | 'GET' | 'any';
  readonly times: number | 'always';
  /** Milliseconds until a slow call continues, a late one is carried out, or a list shows new rows. */
  readonly delay: number;
  /** Of a row that is spoiled. */
  readonly garbage: (typeof garbage)[number];
  readonly row: 'newest' | 'oldest';
  /** What fails in an outage. */
  readonly resource: (typeof resources)[number];
}

export interface FaultOptions {
  /** Milliseconds that a slow call takes at most. */
  readonly slowest: number;
  /** Milliseconds from a call to the end of the time in which it is looked for. */
  readonly doubted: number;
  /** Set when only workers are struck: the milliseconds for which they are frozen. */
  readonly frozen?: { readonly least: number; readonly most: number };
}

const delayOf = (chance: Chance, kind: FaultKind, { slowest, doubted }: FaultOptions): number =>
  // What is late or behind is so for less than it is looked for, and for longer.
  kind.startsWith('late-') || kind.endsWith('-lag')
    ? chance.between(100, chance.happens(0.5) ? doubted : 2 * doubted)
    : chance.between(100, slowest);

const timesOf = (chance: Chance, kind: FaultKind, isOpening: boolean): number | 'always' => {
  if (kind === outage || kind.endsWith('-lag')) return 'always';
  const isLasting = !isOpening && (kind === 'row-garbage' || kind === 'list-renamed') && chance.happens(0.4);
  return isLasting ? 'always' : chance.happens(0.2) ? 2 : 1;
};

const oneOf = (
  chance: Chance,
  options: FaultOptions,
  isOpening: boolean,
  kinds: readonly FaultKind[],
): PlannedFault => {
  const kind = chance.pick(kinds);
  return {
    kind,
    on: kinds === doubtKinds ? 'POST' : chance.weighted({ POST: 6, GET: 2, any: 2 }),
    times: timesOf(chance, kind, isOpening),
    delay: delayOf(chance, kind, options),
    garbage: chance.pick(garbage),
    row: chance.pick(['newest', 'oldest'] as const),
    resource: chance.pick(resources),
  };
};

/** What is set up before a step. A list that is wrong harms most when something is looked for in it. */
export const faultsOf = (chance: Chance, options: FaultOptions, isOpening: boolean): PlannedFault[] => {
  const first = oneOf(chance, options, isOpening, isOpening ? openingKinds : movingKinds);
  const isLookedInto = looksInto.includes(first.kind) && chance.happens(0.6);
  return isLookedInto ? [oneOf(chance, options, isOpening, doubtKinds), first] : [first];
};

/** The fault in the sandbox's format. @param paths of the step's request, and of what reports on it */
export const armingOf = (
  { kind, on, times, delay, garbage: spoiled, row, resource }: PlannedFault,
  paths: { readonly calls: string; readonly events: string; readonly brokerAccountId: string | undefined },
): object => {
  const fault = { times, delay, garbage: spoiled, row, retryAfter: 0, words: brokersWords };
  if (kind === outage) {
    const account = `/v1/accounts/${paths.brokerAccountId}`;
    const path = {
      transfers: `${account}/transfers`,
      account,
      cash: `/v1/trading/accounts/${paths.brokerAccountId}`,
    }[resource];
    return { ...fault, kind: '500', path, ...(resource === 'transfers' ? { method: 'GET' } : {}) };
  }
  if (kind.startsWith('event-')) return { ...fault, kind, path: paths.events };
  if (kind === 'search-lag') return { ...fault, kind, path: '/v1/accounts' };
  if (kind.startsWith('list-') || kind === 'row-garbage') return { ...fault, kind, path: paths.calls };
  return on === 'any' ? { ...fault, kind, path: '/v1/' } : { ...fault, kind, path: paths.calls, method: on };
};
