import { Chance } from './chance.js';
import { Curators } from './curators.js';
import { Market } from './market.js';
import { Visitors } from './visitors.js';
import type { Append } from './writer.js';

export interface HistoryOptions {
  /** Events at least; the last request may bring a few more. */
  readonly events: number;
  readonly seed?: number;
  /** False where a market of its own is at work already. */
  readonly prices?: boolean;
}

const start = Date.parse('2017-01-02T00:00:00Z');
const end = Date.parse('2026-11-19T00:00:00Z');

/** Events of an average trend, its founding among them. */
const eventsOfTrend = 100;
/** Trends share symbols: this many trends for each symbol. */
const trendsOfSymbol = 60;
const fewestSymbols = 12;

/**
 * Almost ten years of Groundswell in the order in which they happened: staff found trends and tend them, visitors join
 * the waitlist, prices come in. Everything that staff and visitors ask for goes through the rules of the
 * domain. The size changes how many there are, not how long it took or how each behaves; the same seed and size give
 * the same history to the last byte.
 */
export function* history({ events, seed = 20_170_102, prices = true }: HistoryOptions): Generator<Append> {
  const chance = new Chance(seed);
  const trends = Math.max(1, Math.round((events * 0.85) / eventsOfTrend));
  const symbolCount = Math.max(fewestSymbols, Math.round(trends / trendsOfSymbol));
  const symbols = Array.from({ length: symbolCount }, (_, index) => `GS${String(index).padStart(4, '0')}`);
  const curators = new Curators(chance, symbols);
  const visitors = new Visitors(chance);
  const market = new Market(chance, symbols, start);
  for (let written = 0; written < events; ) {
    const now = start + Math.floor((written / events) * (end - start));
    for (const append of [...(prices ? market.upTo(now) : []), act(now)]) {
      if (!append) continue;
      written += append.events.length;
      yield append;
    }
  }

  function act(now: number): Append | undefined {
    const occurredAt = new Date(now).toISOString();
    // Founded over the first two thirds of the time, evenly.
    const due = Math.ceil((((now - start) / (end - start)) * trends * 3) / 2);
    if (curators.count === 0 || curators.count < Math.min(due, trends)) return curators.found(occurredAt);
    switch (chance.weighted({ visit: 60, join: 12, goOn: 12 })) {
      case 'visit':
        return curators.visit(occurredAt);
      case 'join':
        return visitors.join(occurredAt, curators.anyId());
      case 'goOn':
        return visitors.goOn(occurredAt, curators.anyId());
    }
  }
}
