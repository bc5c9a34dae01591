import type { cashCalls, ResponseOf } from '@groundswell/contracts';
import { csvOf, field } from '../shared/csv.js';

type Entry = ResponseOf<typeof cashCalls.getCashActivity>['entries'][number];

const header = ['date', 'what', 'direction', 'amount', 'balance', 'reason', 'transfer', 'position'];

/**
 * The ledger as a table, one row per change. Amounts are formatted here and stay numbers even if negative. All other
 * fields are escaped as text.
 */
export const activityCsv = (entries: readonly Entry[]): string =>
  csvOf([
    header,
    ...entries.map(({ at, kind, direction, amount, balance, reason, transfer_id, position }) => [
      field(at),
      field(kind),
      field(direction),
      amount,
      balance,
      field(reason),
      field(transfer_id),
      field(position),
    ]),
  ]);
