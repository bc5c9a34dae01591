import { createHash } from 'node:crypto';
import type { Database } from '@groundswell/platform/database';
import { askedFor, overdueFor } from './asked.js';
import { priceState } from './price-state.js';

/** Symbols per request. New ones bring a year of days each, so fewer are grouped. */
const batchSize = 100;
const freshBatchSize = 25;

/** Work for one job: symbols to bring up to a session. */
export interface Batch {
  /** Derived from the symbols, so that the same work is not enqueued twice. */
  readonly id: string;
  readonly session: string;
  readonly symbols: readonly string[];
}

const batched = (symbols: readonly string[], size: number, session: string): Batch[] =>
  Array.from({ length: Math.ceil(symbols.length / size) }, (_, index) => {
    const some = symbols.slice(index * size, (index + 1) * size);
    const hash = createHash('sha256').update(some.join(',')).digest('hex').slice(0, 16);
    return { id: `refresh.${session}.${hash}`, session, symbols: some };
  });

/**
 * What still has to be requested for a session. Once it is complete, these are only symbols without any price and
 * those that are overdue.
 * @param rest milliseconds after which overdue symbols are requested again
 */
export const pendingBatches = async (
  database: Database,
  session: string,
  { which, rest }: { readonly which: 'all' | 'late'; readonly rest: number },
): Promise<Batch[]> => {
  const [asked, overdue] = await Promise.all([
    askedFor(database, session),
    overdueFor(database, session, rest),
  ]);
  const unrecorded = new Set(await priceState.queries.unrecorded(database));
  const needed = await priceState.queries.needed(database);
  const open = needed.filter((symbol) => !asked.has(symbol) || overdue.has(symbol));
  const fresh = open.filter((symbol) => unrecorded.has(symbol));
  const known = open.filter((symbol) => !unrecorded.has(symbol) && (which === 'all' || overdue.has(symbol)));
  return [...batched(fresh, freshBatchSize, session), ...batched(known, batchSize, session)];
};
