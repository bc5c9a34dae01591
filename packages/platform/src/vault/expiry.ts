import type { Sql } from '../database/index.js';

/** The result of a sweep, without naming anyone. */
export interface Sweep {
  /** Values that were deleted. */
  readonly removed: number;
  /** How many of those were deleted too late, by kind of field, such as `application.*.ssn`. */
  readonly overdue: Readonly<Record<string, number>>;
}

/** A field without the id of what it belongs to. */
export const kindOf = (field: string): string =>
  field.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '*');

/** @param grace milliseconds after its expiry at which a value should long have been deleted */
export const removeExpired = async (sql: Sql, now: Date, grace: number): Promise<Sweep> => {
  const rows = await sql.query<{ field: string; expires_at: Date }>(
    'DELETE FROM vault.personal_value WHERE expires_at <= $1 RETURNING field, expires_at',
    [now],
  );
  const overdue: Record<string, number> = {};
  for (const { field, expires_at } of rows) {
    if (now.getTime() - expires_at.getTime() <= grace) continue;
    const kind = kindOf(field);
    overdue[kind] = (overdue[kind] ?? 0) + 1;
  }
  return { removed: rows.length, overdue };
};

/** Values on trial long after its end count too: it is not yet known whether they may be kept. */
export const countOverdue = async (sql: Sql, now: Date, grace: number): Promise<number> => {
  const [row] = await sql.query<{ overdue: number }>(
    'SELECT count(*)::int AS overdue FROM vault.personal_value WHERE expires_at < $1 OR trial_until < $1',
    [new Date(now.getTime() - grace)],
  );
  return row?.overdue ?? 0;
};
