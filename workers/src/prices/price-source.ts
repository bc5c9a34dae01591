import { type BarsBySymbol, BrokerError, type MarketData } from '@groundswell/broker';
import { isCrypto } from '@groundswell/contracts';
import type { PricedDay } from './returns.js';

export interface Wanted {
  readonly symbols: readonly string[];
  readonly start: string;
  readonly end: string;
}

/** Priced days by symbol. Symbols that the broker rejects are in `refused`. */
export interface Prices {
  readonly days: ReadonlyMap<string, readonly PricedDay[]>;
  readonly refused: readonly string[];
}

/** Joins raw and adjusted bars by day. Days that lack either are left out. */
const joined = (raw: BarsBySymbol, adjusted: BarsBySymbol): Map<string, PricedDay[]> => {
  const days = new Map<string, PricedDay[]>();
  for (const [symbol, bars] of raw) {
    const closes = new Map(adjusted.get(symbol)?.map(({ date, close }) => [date, close]));
    days.set(
      symbol,
      bars.flatMap(({ date, close }) => {
        const other = closes.get(date);
        return other === undefined ? [] : [{ date, raw: close, adjusted: other }];
      }),
    );
  }
  return days;
};

const stocks = async (data: MarketData, wanted: Wanted): Promise<Map<string, PricedDay[]>> => {
  const raw = await data.stockBars({ ...wanted, adjustment: 'raw' });
  return joined(raw, await data.stockBars({ ...wanted, adjustment: 'all' }));
};

const coins = async (data: MarketData, wanted: Wanted): Promise<Map<string, PricedDay[]>> => {
  const raw = await data.cryptoBars(wanted);
  return joined(raw, raw);
};

/** An answer of the broker about what was asked for. Without an explanation it comes from an intermediary, and says nothing. */
const isAboutSymbols = (error: unknown): boolean =>
  error instanceof BrokerError && error.kind === 'refused' && (error.status === 400 || error.status === 422);

/** Asks for all together; after a refusal, for halves, until the refused symbol is alone. */
const divided = async (
  ask: (wanted: Wanted) => Promise<Map<string, PricedDay[]>>,
  wanted: Wanted,
): Promise<Prices> => {
  try {
    return { days: wanted.symbols.length === 0 ? new Map() : await ask(wanted), refused: [] };
  } catch (error) {
    if (!isAboutSymbols(error)) throw error;
    if (wanted.symbols.length === 1) return { days: new Map(), refused: wanted.symbols };
    const middle = Math.ceil(wanted.symbols.length / 2);
    const halves = [wanted.symbols.slice(0, middle), wanted.symbols.slice(middle)];
    return merged(await Promise.all(halves.map((symbols) => divided(ask, { ...wanted, symbols }))));
  }
};

const merged = (parts: readonly Prices[]): Prices => ({
  days: new Map(parts.flatMap(({ days }) => [...days])),
  refused: parts.flatMap(({ refused }) => refused),
});

/** Closing prices of stocks and crypto, raw and adjusted. @throws BrokerError */
export const pricesOf = async (data: MarketData, wanted: Wanted): Promise<Prices> => {
  const only = (crypto: boolean) => wanted.symbols.filter((symbol) => isCrypto(symbol) === crypto);
  return merged([
    await divided((some) => stocks(data, some), { ...wanted, symbols: only(false) }),
    await divided((some) => coins(data, some), { ...wanted, symbols: only(true) }),
  ]);
};
