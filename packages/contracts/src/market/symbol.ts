import { growthMethod } from '../growth/method.js';

/** The symbol that trends are compared with. */
export const benchmarkSymbol = growthMethod.benchmark;

/** Crypto pairs are written with a slash (`BTC/USD`) and trade seven days a week. */
export const isCrypto = (symbol: string): boolean => symbol.includes('/');

/**
 * A symbol as a stream id: `BTC/USD` becomes `BTC_USD`, since some tools take a slash for a path. No symbol
 * contains an underscore, so ids do not collide.
 */
export const instrumentIdOf = (symbol: string): string => symbol.replaceAll('/', '_');
/** Reverses `instrumentIdOf`. @param id of an instrument, without its category: `BTC_USD` is `BTC/USD` */
export const symbolOfInstrument = (id: string): string => id.replaceAll('_', '/');
