import { z } from 'zod';
import type { EventsOf } from '../event.js';

/** A calendar day of the exchange, `YYYY-MM-DD`. Sorts by time as text. */
const sessionDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A number as exact decimal text, without exponent: `-0.0125`. */
const decimalSchema = z.string().regex(/^-?\d+(\.\d+)?$/);

/**
 * Most days in one `DailyReturnsRecorded`: a year of crypto days takes two events, a year of sessions one.
 */
export const mostDaysOfEvent = 300;

const dailyReturnSchema = z.object({
  date: sessionDateSchema,
  /** Dollars, as traded that day: not adjusted for splits or dividends. */
  close: decimalSchema,
  /**
   * Total return since the symbol's previous recorded day, dividends and splits included: `0.0125` is 1.25%. It is
   * a ratio of two days, so a later split, which rescales both, does not change it. Null on the very first day.
   */
  totalReturn: decimalSchema.nullable(),
});
export type DailyReturn = z.infer<typeof dailyReturnSchema>;

/** Events of one traded symbol, on `instrument-…`. */
export const instrumentEventSchemas = {
  /** Days in ascending order, all later than any recorded before. */
  DailyReturnsRecorded: z.object({
    symbol: z.string(),
    days: z.array(dailyReturnSchema).min(1).max(mostDaysOfEvent),
  }),
} as const;

/**
 * Why a session has no price of a symbol. `no price`: the broker has none (a halt, a gap). `in doubt`: it has one
 * that may be an unadjusted split, and is recorded two sessions later. `refused`: it does not know the symbol.
 * `failed`: it could not be reached, so a price exists that we do not know yet. `unknown`: recorded before causes were.
 */
export const missingPriceCauses = ['no price', 'in doubt', 'refused', 'failed', 'unknown'] as const;
export type MissingPriceCause = (typeof missingPriceCauses)[number];

const missingPriceSchema = z.object({ symbol: z.string(), cause: z.enum(missingPriceCauses) });
export type MissingPrice = z.infer<typeof missingPriceSchema>;

/** Events of the market as a whole, on `market-us`. */
export const marketEventSchemas = {
  /**
   * Prices of all holdings were requested up to this session, so growth may be shown up to it. `missing` names the
   * symbols without a price, and why; they are requested again later. A second one of the same session tells what is
   * missing for good once an outage is over.
   */
  'SessionPricesCompleted.v3': z.object({
    date: sessionDateSchema,
    /** How many were requested. */
    symbols: z.number().int().nonnegative(),
    missing: z.array(missingPriceSchema),
  }),
} as const;

export type InstrumentEvent = EventsOf<typeof instrumentEventSchemas>;
export type MarketEvent = EventsOf<typeof marketEventSchemas>;
