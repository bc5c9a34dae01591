import { randomUUID } from 'node:crypto';
import type { Contestant } from './contestant.js';

/** Appends per second of a number of writers, each to its own stream. */
export const appendsPerSecond = async (
  contestant: Contestant,
  writers: number,
  milliseconds: number,
): Promise<number> => {
  let appended = 0;
  const started = performance.now();
  const end = started + milliseconds;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const { appendOne } = contestant.openStream();
      while (performance.now() < end) {
        await appendOne();
        appended += 1;
      }
    }),
  );
  return appended / ((performance.now() - started) / 1_000);
};

const bulkWriters = 4;
const bulkSize = 500;

/** Events per second when a few writers append hundreds of events at a time. */
export const bulkEventsPerSecond = async (contestant: Contestant, events: number): Promise<number> => {
  let begun = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: bulkWriters }, async () => {
      const stream = `concept-${randomUUID()}`;
      while (begun < events) {
        begun += bulkSize;
        await contestant.appendMany(stream, bulkSize);
      }
    }),
  );
  return begun / ((performance.now() - started) / 1_000);
};

/** Measures each of the given in turn, round after round, so that a busy moment of the machine strikes all alike. */
export const inTurn = async (
  rounds: number,
  measures: Readonly<Record<string, () => Promise<number>>>,
): Promise<Readonly<Record<string, readonly number[]>>> => {
  const rates: Record<string, number[]> = {};
  const entries = Object.entries(measures);
  for (let round = 0; round < rounds; round += 1) {
    // Every other round goes backwards: who comes second has no lasting advantage.
    for (const [name, measure] of round % 2 === 0 ? entries : entries.toReversed()) {
      const rate = await measure();
      rates[name] = [...(rates[name] ?? []), rate];
    }
  }
  return rates;
};

export const median = (values: readonly number[] = []): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** The median of the ratios round by round: each round compares what ran under the same load. */
export const pairedRatio = (ours: readonly number[] = [], theirs: readonly number[] = []): number =>
  median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));

/** Student's t for a 95% interval, by degrees of freedom from 1 on; beyond the last one it hardly falls. */
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

export interface RatioInterval {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The mean ratio of pairs that were measured round by round, and its 95% interval; ratios are averaged as logarithms. */
export const ratioInterval = (
  ours: readonly number[] = [],
  theirs: readonly number[] = [],
): RatioInterval => {
  const logs = ours.map((rate, round) => Math.log(rate / (theirs[round] ?? Number.NaN)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const reach = (studentT[logs.length - 2] ?? 2.042) * Math.sqrt(variance / logs.length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - reach), high: Math.exp(mean + reach) };
};
