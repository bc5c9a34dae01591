import type { Contestant } from './contestant.js';
import { appendsPerSecond, bulkEventsPerSecond, inTurn, median, ratioInterval } from './measures.js';
import { heading, line, whole } from './report.js';

type Measure = readonly [name: string, measure: (store: Contestant) => Promise<number>];

interface Asked {
  /** A ratio counts as reached when its whole 95% interval lies above this. */
  readonly leastRatio: number;
  /** One measure by its place from 1 on; all unless given. */
  readonly only: number | undefined;
}

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
  { leastRatio, only }: Asked,
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
  const appends = [1, 16, 64].map(
    (writers): Measure => [
      `appends a second, ${writers} writers`,
      (store) => appendsPerSecond(store, writers, time),
    ],
  );
  const measures: readonly Measure[] = [
    ...appends,
    ['events a second, appends of 500', (store) => bulkEventsPerSecond(store, bulk)],
    ['events a second, catch-up of $all', (store) => store.catchUp(catchUp)],
  ];
  // There is enough to catch up with, whatever was measured before.
  for (const store of [ours, other]) await bulkEventsPerSecond(store, catchUp);
  for (const [place, [name, measure]] of measures.entries()) {
    if (only === undefined || only === place + 1) await compare(name, measure);
  }
};
