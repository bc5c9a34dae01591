import type { StoredChange } from '@groundswell/projections';
import { csvOf, field } from '../shared/csv.js';

const header = [
  'position',
  'occurred_at',
  'recorded_at',
  'concept_id',
  'concept',
  'person',
  'role',
  'change',
  'subject',
  'symbol',
  'before',
  'after',
  'reason',
  'correlation_id',
];

/** Column names, the first line of the table. */
export const csvHeader = csvOf([header]);

/** Changes as lines of the table, one for each item that a change affected. */
export const csvLines = (changes: readonly StoredChange[]): string => {
  const rows = changes.flatMap((change) =>
    change.lines.map(({ subject, symbol, before, after }) => [
      change.position,
      change.occurred_at.toISOString(),
      change.recorded_at.toISOString(),
      change.concept_id,
      change.name_today,
      change.actor_id,
      change.actor_role,
      change.kind,
      subject,
      symbol,
      before,
      after,
      change.reason,
      change.correlation_id,
    ]),
  );
  return csvOf(rows.map((row) => row.map(field)));
};
