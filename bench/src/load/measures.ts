/** What became of requests of one kind. Times in milliseconds, from the moment at which they were meant to be sent. */
export interface Tally {
  sent: number;
  readonly times: number[];
  /** Answers other than 2xx by their status, and connections that failed by what was said. */
  readonly faults: Record<string, number>;
}

export const kinds = ['reads', 'sign-ins', 'commands'] as const;
type Kind = (typeof kinds)[number];
export type Tallies = Readonly<Record<Kind, Tally>>;

export const newTallies = (): Tallies => {
  const tally = (): Tally => ({ sent: 0, times: [], faults: {} });
  return { reads: tally(), 'sign-ins': tally(), commands: tally() };
};

export const faultsOf = ({ faults }: Tally): number =>
  Object.values(faults).reduce((sum, count) => sum + count, 0);

/** The time within which a part of all answers came; not a number without any. */
export const within = ({ times }: Tally, part: number): number => {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** What everyone is promised, under attack as well. */
const promised = { reads: 500, 'sign-ins': 1_500 } as const;

export const isKept = (tallies: Tallies): boolean =>
  within(tallies.reads, 0.99) < promised.reads &&
  within(tallies['sign-ins'], 0.99) < promised['sign-ins'] &&
  kinds.every((kind) => faultsOf(tallies[kind]) === 0);

/** What everyone is promised while there is more to do than can be done: an answer, if only to come back later. */
export const isAnswered = (tallies: Tallies): boolean =>
  kinds.every((kind) => Object.keys(tallies[kind].faults).every((fault) => fault === '503'));
