import type { Day } from '@groundswell/domain/calendar';
import type { Session } from './calendar.js';
import { returnOf } from './factors.js';
import { firstDay, type Instrument } from './instrument.js';

/** What rescales the prices before a day: a split, a dividend, or both. */
interface Action {
  readonly day: Day;
  /** New shares per old one; 1 when there was none. */
  readonly split: number;
  /** Dollars a share of the day, 0 when there was none. */
  readonly dividend: number;
  /** Raw close of the day before, in shares of that day. */
  readonly before: number;
}

/** Prices as traded, one a trading day from the listing on. */
export interface Series {
  readonly days: Day[];
  /** In ticks: whole numbers, so that no rounding ever builds up. */
  readonly closes: number[];
  readonly decimals: number;
  readonly actions: Action[];
}

/** Decimals of a coin's price: the cheaper, the finer. Stocks have cents. */
const decimalsOf = ({ firstPrice }: Instrument): number =>
  firstPrice >= 100 ? 2 : firstPrice >= 1 ? 4 : firstPrice >= 0.01 ? 6 : 10;

/** Quarterly, in a month and on a day that depend on the symbol; the fund pays in the quarter's last month. */
const paysOn = (
  { symbol, seed, dividendYield }: Instrument,
  session: Session,
  before: Session | undefined,
) => {
  if (dividendYield === 0 || !before) return false;
  const [shift, dayOfMonth] = symbol === 'SPY' ? [2, 18] : [seed % 3, 3 + (seed % 20)];
  const month = Number(session.date.slice(5, 7)) - 1;
  if (month % 3 !== shift) return false;
  const passed =
    Number(before.date.slice(8)) < dayOfMonth || before.date.slice(0, 7) !== session.date.slice(0, 7);
  return passed && Number(session.date.slice(8)) >= dayOfMonth;
};

/** Boards keep prices readable: ten for one above $1,200, one for ten below $1. Not the fund. */
const splitOf = ({ symbol, splits }: Instrument, day: Day, price: number): number => {
  if (symbol === 'SPY') return 1;
  return splits.get(day) ?? (price > 1_200 ? 10 : price < 1 ? 0.1 : 1);
};

/** The price of the next session, in ticks, and what rescales the prices before it. */
const nextPrice = (
  instrument: Instrument,
  price: number,
  move: number,
  [before, session]: readonly [Session, Session],
): { price: number; split: number; dividend: number } => {
  const split = splitOf(instrument, session.day, price / 100);
  const pays = paysOn(instrument, session, before);
  const dividend = pays ? Math.round((price * instrument.dividendYield) / 4 / split) : 0;
  return { price: Math.max(1, Math.round((price * (1 + move)) / split) - dividend), split, dividend };
};

/** A stock's prices on the given sessions. Pure: the same sessions give the same prices. */
export const stockSeries = (instrument: Instrument, sessions: readonly Session[]): Series => {
  const { listed, delisted = Number.POSITIVE_INFINITY, silent } = instrument;
  const series: Series = { days: [], closes: [], decimals: 2, actions: [] };
  const totalReturn = returnOf(instrument, true);
  let price = Math.round(instrument.firstPrice * 100);
  let before: Session | undefined;
  for (const session of sessions.filter(({ day }) => day >= listed && day < delisted)) {
    const { day } = session;
    if (before) {
      const next = nextPrice(instrument, price, totalReturn(day), [before, session]);
      if (next.split !== 1 || next.dividend > 0) {
        series.actions.push({ day, split: next.split, dividend: next.dividend / 100, before: price / 100 });
      }
      price = next.price;
    }
    before = session;
    if (silent.has(day)) continue;
    series.days.push(day);
    series.closes.push(price);
  }
  return series;
};

/** A coin's prices on every day of the week, up to and including `last`. */
export const cryptoSeries = (instrument: Instrument, sessionDays: ReadonlySet<Day>, last: Day): Series => {
  const decimals = decimalsOf(instrument);
  const tick = 10 ** decimals;
  const series: Series = { days: [], closes: [], decimals, actions: [] };
  const onSession = returnOf(instrument, true);
  const onRest = returnOf(instrument, false);
  let price = Math.round(instrument.firstPrice * tick);
  for (let day = Math.max(firstDay, instrument.listed); day <= last; day += 1) {
    if (series.days.length > 0) {
      const move = sessionDays.has(day) ? onSession(day) : onRest(day);
      price = Math.max(1, Math.round(price * (1 + move)));
    }
    series.days.push(day);
    series.closes.push(price);
  }
  return series;
};
