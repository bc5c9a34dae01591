import type { cashCalls, ResponseOf } from '@groundswell/contracts';
import { csvOf, field } from '../shared/csv.js';

type Entry = ResponseOf<typeof cashCalls.getCashActivity>['entries'][number];

const header = ['date', 'what', 'direction', 'amount', 'balance', 'reason', 'transfer', 'position'];

/**
 * The ledger as a table, one row for each change. Amounts are numbers that we wrote ourselves, and stay numbers, also below
 * zero; all else is defused as text.
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
