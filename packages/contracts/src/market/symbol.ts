import { growthMethod } from '../growth/method.js';

/** The symbol that trends are compared with. */
export const benchmarkSymbol = growthMethod.benchmark;

/** Crypto pairs are written with a slash (`BTC/USD`) and trade seven days a week. */
export const isCrypto = (symbol: string): boolean => symbol.includes('/');

/**
 * A symbol as the id of its stream: `BTC/USD` is `BTC_USD`, since some tools take a slash for a path.
 * No symbol holds an underscore, so nothing collides.
 */
export const instrumentIdOf = (symbol: string): string => symbol.replaceAll('/', '_');
/** The way back. @param id of an instrument, without its category: `BTC_USD` is `BTC/USD` */
export const symbolOfInstrument = (id: string): string => id.replaceAll('_', '/');
