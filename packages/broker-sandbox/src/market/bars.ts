import { type Day, newYorkInstant } from '@groundswell/domain/calendar';
import type { Instrument } from './instrument.js';
import { uniform } from './random.js';
import type { Series } from './series.js';

/** A bar as the broker writes it. */
export interface Bar {
  readonly t: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
  readonly n: number;
  readonly vw: number;
}

/** What is worked into the prices before an action. Alpaca: `raw`, `split`, `dividend`, `spin-off`, `all`. */
export interface Adjustment {
  readonly split: boolean;
  readonly dividend: boolean;
}

/** The adjustment a query asks for, or undefined when a word of it is unknown. */
export const adjustmentOf = (text: string): Adjustment | undefined => {
  const words = text.split(',');
  const known = ['raw', 'split', 'dividend', 'spin-off', 'all'];
  if (!words.every((word) => known.includes(word))) return undefined;
  const all = words.includes('all');
  return { split: all || words.includes('split'), dividend: all || words.includes('dividend') };
};

/** Price and share factors by index: the product of all later actions, the latest prices staying as traded. */
const factorsOf = (series: Series, adjustment: Adjustment): { price: Float64Array; shares: Float64Array } => {
  const length = series.days.length;
  const price = new Float64Array(length).fill(1);
  const shares = new Float64Array(length).fill(1);
  let priceFactor = 1;
  let shareFactor = 1;
  let action = series.actions.length - 1;
  for (let index = length - 1; index >= 0; index -= 1) {
    price[index] = priceFactor;
    shares[index] = shareFactor;
    // An action on a silent day counts from the first traded day after it.
    while (action >= 0 && (series.actions[action]?.day ?? 0) > (series.days[index - 1] ?? -1)) {
      const { split, dividend, before } = series.actions[action] ?? { split: 1, dividend: 0, before: 1 };
      if (adjustment.split) {
        priceFactor /= split;
        shareFactor *= split;
      }
      if (adjustment.dividend && dividend > 0) priceFactor *= 1 - (dividend * split) / before;
      action -= 1;
    }
  }
  return { price, shares };
};

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Bars of the days from index `from` to `until`, both included. */
export const barsOf = (
  instrument: Instrument,
  series: Series,
  adjustment: Adjustment,
  range: { readonly from: number; readonly until: number },
): Bar[] => {
  const factors = factorsOf(series, adjustment);
  const tick = 10 ** series.decimals;
  const bars: Bar[] = [];
  for (let index = range.from; index <= range.until; index += 1) {
    const day = series.days[index] ?? 0;
    const factor = factors.price[index] ?? 1;
    const decimals = factor === 1 ? series.decimals : Math.max(4, series.decimals);
    const close = (series.closes[index] ?? 0) / tick;
    const shares = factors.shares[index] ?? 1;
    bars.push(barOf(instrument, day, { close, factor, decimals, shares }));
  }
  return bars;
};

const barOf = (
  { seed, crypto, firstPrice }: Instrument,
  day: Day,
  { close, factor, decimals, shares }: { close: number; factor: number; decimals: number; shares: number },
): Bar => {
  const swing = crypto ? 0.03 : 0.012;
  const open = close * (1 + (uniform(seed, 4_000_000 + day) - 0.5) * swing);
  const high = Math.max(open, close) * (1 + uniform(seed, 5_000_000 + day) * swing * 0.6);
  const low = Math.min(open, close) * (1 - uniform(seed, 6_000_000 + day) * swing * 0.6);
  const dollars = (0.4 + uniform(seed, 7_000_000 + day)) * (2e7 + uniform(seed, 21) * 8e8);
  const volume = (dollars / Math.max(firstPrice, 0.01)) * shares;
  return {
    t: (crypto ? new Date(day * 86_400_000) : newYorkInstant(day, 0)).toISOString().replace('.000Z', 'Z'),
    o: round(open * factor, decimals),
    h: round(high * factor, decimals),
    l: round(low * factor, decimals),
    c: round(close * factor, decimals),
    v: crypto ? round(volume, 6) : Math.round(volume),
    n: Math.round(500 + uniform(seed, 8_000_000 + day) * 90_000),
    vw: round(((open + high + low + close) / 4) * factor, decimals + 2),
  };
};
