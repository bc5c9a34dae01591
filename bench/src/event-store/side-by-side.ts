import type { Contestant } from './contestant.js';
import { appendsPerSecond, bulkEventsPerSecond, inTurn, median, ratioInterval } from './measures.js';
import { heading, line, whole } from './report.js';

/** A ratio counts as no loss when its whole 95% interval lies above this. */
const leastRatio = 0.95;

interface Sizes {
  readonly rounds: number;
  /** Milliseconds of each measure of appends. */
  readonly time: number;
  readonly bulk: number;
  readonly catchUp: number;
}

/** Measures two stores in turn, round after round; tells for each measure the ratio with its 95% interval. */
export const compareSideBySide = async (
  ours: Contestant,
  other: Contestant,
  { rounds, time, bulk, catchUp }: Sizes,
): Promise<void> => {
  heading(`${ours.name} beside ${other.name}: ${rounds} rounds, in turn; the 95% interval of each ratio`);
  const compare = async (name: string, measure: (store: Contestant) => Promise<number>): Promise<void> => {
    await measure(ours);
    await measure(other);
    const rates = await inTurn(rounds, { ours: () => measure(ours), other: () => measure(other) });
    const { ratio, low, high } = ratioInterval(rates.ours, rates.other);
    line(
      `${name.padEnd(34)}${whole(median(rates.ours))}${whole(median(rates.other))}   ` +
        `${ratio.toFixed(3)} times (${low.toFixed(3)} to ${high.toFixed(3)}, ` +
        `goal above ${leastRatio}: ${low > leastRatio ? 'reached' : 'MISSED'})`,
    );
  };
  for (const writers of [1, 16, 64]) {
    await compare(`appends a second, ${writers} writers`, (store) => appendsPerSecond(store, writers, time));
  }
  await compare('events a second, appends of 500', (store) => bulkEventsPerSecond(store, bulk));
  await compare('events a second, catch-up of $all', (store) => store.catchUp(catchUp));
};
