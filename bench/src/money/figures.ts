import type { MoneyInstance } from './instance.js';
import type { Job } from './operators.js';
import { type Person, readAccount } from './person.js';
import type { FaultKind } from './plan-faults.js';

/** What became of transfers that were asked for just after a fault of a kind was set up. */
export interface Figure {
  readonly transfers: number;
  /** Of them, how many had to be decided by operators. */
  readonly parked: number;
  /** Seconds from the wish to the last word about it, added up over all. */
  readonly seconds: number;
}
export type FaultFigures = ReadonlyMap<FaultKind, Figure>;

const none: Figure = { transfers: 0, parked: 0, seconds: 0 };

export const added = (one: Figure = none, other: Figure = none): Figure => ({
  transfers: one.transfers + other.transfers,
  parked: one.parked + other.parked,
  seconds: one.seconds + other.seconds,
});

/** By the clock of the event store, which is right: from the first to the last event of each transfer. */
const secondsOf = async (instance: MoneyInstance, { id }: Person): Promise<ReadonlyMap<string, number>> => {
  const { events } = await readAccount(instance, id);
  const spans = new Map<string, { first: number; last: number }>();
  for (const { data, recordedAt } of events) {
    if (!('transferId' in data)) continue;
    const at = recordedAt.getTime();
    const known = spans.get(data.transferId);
    spans.set(data.transferId, { first: known?.first ?? at, last: at });
  }
  return new Map([...spans].map(([of, { first, last }]) => [of, (last - first) / 1_000]));
};

export const figuresOf = async (
  instance: MoneyInstance,
  people: readonly Person[],
  parked: ReadonlyMap<string, Job>,
): Promise<FaultFigures> => {
  const figures = new Map<FaultKind, Figure>();
  for (const person of people) {
    const seconds = await secondsOf(instance, person);
    for (const { kind, transferId } of person.begunUnder) {
      const isParked = parked.has(`submit-transfer.${transferId}`);
      const one = { transfers: 1, parked: isParked ? 1 : 0, seconds: seconds.get(transferId) ?? 0 };
      figures.set(kind, added(figures.get(kind), one));
    }
  }
  return figures;
};
