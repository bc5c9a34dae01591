import {
  type AnyEvent,
  benchmarkSymbol,
  type DailyReturn,
  type InstrumentEvent,
  type MarketEvent,
  streamOf,
} from '@groundswell/contracts';
import type { Chance } from './chance.js';
import { type Append, Stream } from './writer.js';

const actor = { id: 'workers.prices', role: 'system' } as const;
const day = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const isWorkday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay());

interface Priced {
  readonly symbol: string;
  close: number;
  readonly stream: Stream<undefined, InstrumentEvent>;
}

const streamFor = <E extends AnyEvent>(name: string): Stream<undefined, E> =>
  new Stream<undefined, E>(name, () => undefined, undefined);

/** Prices of all symbols, week after week, as a worker records them that comes by on Fridays. */
export class Market {
  readonly #priced: readonly Priced[];
  readonly #sessions = streamFor<MarketEvent>(streamOf('market', 'us'));
  #recordedTo: number;

  constructor(
    private readonly chance: Chance,
    symbols: readonly string[],
    start: number,
  ) {
    this.#recordedTo = start;
    this.#priced = [benchmarkSymbol, ...symbols].map((symbol) => ({
      symbol,
      close: chance.between(20, 400),
      stream: streamFor(streamOf('instrument', symbol)),
    }));
  }

  /** What has to be recorded up to now; nothing until a week is over. */
  *upTo(now: number): Generator<Append | undefined> {
    while (this.#recordedTo + 7 * day <= now) {
      const times = Array.from({ length: 7 }, (_, index) => this.#recordedTo + (index + 1) * day).filter(
        isWorkday,
      );
      this.#recordedTo += 7 * day;
      yield* this.#week(times.map(dateOf), new Date(this.#recordedTo).toISOString());
    }
  }

  *#week(dates: readonly string[], occurredAt: string): Generator<Append | undefined> {
    for (const priced of this.#priced) {
      const days = dates.map((date) => this.#dayOf(priced, date));
      yield priced.stream.request({ actor, occurredAt }, [
        () => [{ type: 'DailyReturnsRecorded', data: { symbol: priced.symbol, days } }],
      ]);
    }
    const date = dates.at(-1);
    if (date === undefined) return;
    yield this.#sessions.request({ actor, occurredAt }, [
      () => [
        { type: 'SessionPricesCompleted.v3', data: { date, symbols: this.#priced.length, missing: [] } },
      ],
    ]);
  }

  #dayOf(priced: Priced, date: string): DailyReturn {
    const change = (this.chance.fraction() - 0.485) * 0.04;
    priced.close *= 1 + change;
    return { date, close: priced.close.toFixed(4), totalReturn: change.toFixed(10) };
  }
}
