import type { Database } from '@groundswell/platform/database';
import { counted } from '@groundswell/platform/operator';
import { growth } from '../read-models/growth/growth.js';
import type { PricesMissing } from '../read-models/growth/recorded-days.js';
import { keptRows } from './kept-rows.js';
import type { ReadModelStatus } from './status.js';

/** Prices of the last session that the broker could not be asked for. */
export const readMissingPrices = (
  database: Database,
  statuses: readonly ReadModelStatus[],
): Promise<PricesMissing[]> => keptRows(database, growth, statuses, growth.queries.pricesMissing);

export const missingPricesText = (missing: readonly PricesMissing[]): string[] =>
  missing.map(
    ({ since, symbols }) =>
      `prices of ${counted(symbols, 'symbol')} are missing since the session of ${since}: nightly run asks for them`,
  );
