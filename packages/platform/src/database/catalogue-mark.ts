import type { Sql } from './sql.js';

/**
 * Whatever changes a catalogue writes new rows there, under a newer transaction, or deletes some. Statistics are written in place
 * and change neither.
 */
const markOfSchemas = `
  WITH schemas AS (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1)),
       relations AS (SELECT oid, xmin FROM pg_class WHERE relnamespace IN (SELECT oid FROM schemas)),
       types AS (SELECT oid, xmin FROM pg_type WHERE typnamespace IN (SELECT oid FROM schemas)),
       entries AS (
         SELECT xmin FROM relations
         UNION ALL SELECT xmin FROM types
         UNION ALL SELECT xmin FROM pg_attribute WHERE attrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_attrdef WHERE adrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_index WHERE indrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_constraint WHERE conrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_rewrite WHERE ev_class IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_policy WHERE polrelid IN (SELECT oid FROM relations)
         UNION ALL SELECT xmin FROM pg_proc WHERE pronamespace IN (SELECT oid FROM schemas)
         UNION ALL SELECT xmin FROM pg_enum WHERE enumtypid IN (SELECT oid FROM types))
  SELECT concat_ws(' ', count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) AS mark FROM entries`;

/**
 * A mark that changes with what is in some schemas, for a small part of what reading them costs. It does not change with a view on
 * tables of other schemas that were renamed there.
 */
export const catalogueMark = async (sql: Sql, schemas: readonly string[]): Promise<string> => {
  const [row] = await sql.query<{ mark: string }>(markOfSchemas, [schemas]);
  return row?.mark ?? '';
};
