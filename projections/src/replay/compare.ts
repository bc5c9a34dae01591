import { identifier, type Sql } from '@groundswell/platform/database';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';

type Row = Readonly<Record<string, unknown>>;

/** A row that differs between the two sides. */
export interface RowDifference {
  readonly table: string;
  readonly key: Row;
  /** The serving row. Null if only the rebuilt one exists. */
  readonly live: Row | null;
  readonly rebuilt: Row | null;
  /** The columns whose values differ; all of them when only one side has the row. */
  readonly columns: readonly string[];
}

/** Row-by-row comparison of two tables of the same shape. */
export interface TableComparison {
  readonly table: string;
  readonly liveRows: number;
  readonly rebuiltRows: number;
  /** Rows that only the rebuilt table has. */
  readonly missing: number;
  /** Rows that only the live table has. */
  readonly surplus: number;
  readonly changed: number;
  /** The first differences, ordered by key. */
  readonly first: readonly RowDifference[];
}

/** Number of differing rows in one table. */
export const differencesOf = ({ missing, surplus, changed }: TableComparison): number =>
  missing + surplus + changed;

interface TableShape {
  readonly table: string;
  readonly key: readonly string[];
}

/** Tables of a schema with their key columns. @throws when a table has none: its rows could not be matched */
const shapesOf = async (sql: Sql, schema: string): Promise<TableShape[]> => {
  const found = await sql.query<{ name: string; key: string[] | null }>(
    `SELECT c.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY k.n) FROM pg_index i
               CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
               JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
              WHERE i.indrelid = c.oid AND i.indisprimary) AS key
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY c.relname`,
    [schema],
  );
  return found.map(({ name, key }) => {
    if (!key) throw new Error(`${schema}.${name} has no primary key: its rows cannot be told apart`);
    return { table: name, key };
  });
};

const tablesOf = async (sql: Sql, schema: string): Promise<string[]> => {
  const found = await sql.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return found.map(({ name }) => name);
};

const place = (schema: string, table: string): string => `${identifier(schema)}.${identifier(table)}`;

/** What is compared, and how much of it is reported. */
export interface Comparing {
  readonly live: string;
  readonly rebuilt: string;
  /** Tables of the live schema with altered columns: their rows cannot be compared. */
  readonly damaged: ReadonlySet<string>;
  /** Differing rows to return in full, per table. */
  readonly mostShown: number;
}

/** Compares the tables of two schemas by their keys, except damaged ones. */
export const compareSchemas = async (
  sql: Sql,
  { live, rebuilt, damaged, mostShown }: Comparing,
): Promise<TableComparison[]> => {
  const comparisons: TableComparison[] = [];
  for (const shape of await shapesOf(sql, rebuilt)) {
    if (!damaged.has(shape.table))
      comparisons.push(await compareTables(sql, shape, live, rebuilt, mostShown));
  }
  return comparisons;
};

interface Counts {
  readonly live: string;
  readonly rebuilt: string;
  readonly missing: string;
  readonly surplus: string;
  readonly changed: string;
}

const compareTables = async (
  sql: Sql,
  { table, key }: TableShape,
  live: string,
  rebuilt: string,
  mostShown: number,
): Promise<TableComparison> => {
  const first = identifier(key[0] ?? '');
  const same = key.map((column) => `l.${identifier(column)} = r.${identifier(column)}`).join(' AND ');
  const joined = `${place(live, table)} l FULL JOIN ${place(rebuilt, table)} r ON ${same}`;
  const [counts] = await sql.query<Counts>(
    `SELECT count(l.${first}) AS live, count(r.${first}) AS rebuilt,
            count(*) FILTER (WHERE l.${first} IS NULL) AS missing,
            count(*) FILTER (WHERE r.${first} IS NULL) AS surplus,
            count(*) FILTER (WHERE l.${first} IS NOT NULL AND r.${first} IS NOT NULL AND l.* IS DISTINCT FROM r.*) AS changed
       FROM ${joined}`,
  );
  const [missing, surplus, changed] = [
    Number(counts?.missing),
    Number(counts?.surplus),
    Number(counts?.changed),
  ];
  const shown = missing + surplus + changed > 0 && mostShown > 0;
  const order = key.map((column) => `coalesce(l.${identifier(column)}, r.${identifier(column)})`).join(', ');
  const rows = shown
    ? await sql.query<{ live: Row | null; rebuilt: Row | null }>(
        `SELECT CASE WHEN l.${first} IS NOT NULL THEN to_jsonb(l) END AS live,
                CASE WHEN r.${first} IS NOT NULL THEN to_jsonb(r) END AS rebuilt
           FROM ${joined} WHERE l.* IS DISTINCT FROM r.* ORDER BY ${order} LIMIT ${Math.trunc(mostShown)}`,
      )
    : [];
  return {
    table,
    liveRows: Number(counts?.live),
    rebuiltRows: Number(counts?.rebuilt),
    missing,
    surplus,
    changed,
    first: rows.map((row) => differenceOf(table, key, row)),
  };
};

const differenceOf = (
  table: string,
  key: readonly string[],
  { live, rebuilt }: { readonly live: Row | null; readonly rebuilt: Row | null },
): RowDifference => {
  const present = live ?? rebuilt ?? {};
  const differs = (column: string): boolean =>
    JSON.stringify(live?.[column]) !== JSON.stringify(rebuilt?.[column]);
  return {
    table,
    key: Object.fromEntries(key.map((column) => [column, present[column]])),
    live,
    rebuilt,
    columns: Object.keys(present).filter(differs),
  };
};

/**
 * A checksum over all rows of a schema that does not depend on their order: the sum of the hashes of their text, and
 * the number of rows.
 */
export const checksumOf = async (sql: Sql, schema: string): Promise<{ rows: number; checksum: string }> => {
  let rows = 0;
  const sums: string[] = [];
  for (const table of await tablesOf(sql, schema)) {
    const [row] = await sql.query<{ count: string; sum: string }>(
      `SELECT count(*) AS count,
              coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text || '.' ||
              coalesce(sum(hashtextextended(t::text, 1)::numeric), 0)::text AS sum
         FROM ${place(schema, table)} t`,
    );
    rows += Number(row?.count);
    sums.push(`${table} ${row?.sum}`);
  }
  return { rows, checksum: sums.join(', ') };
};

/** Exact number of rows in all tables of a serving read model. */
export const countRows = async (sql: Sql, model: Pick<ReadModel, 'name'>): Promise<number> => {
  let rows = 0;
  for (const table of await tablesOf(sql, schemaOf(model))) {
    const [row] = await sql.query<{ count: string }>(`SELECT count(*) FROM ${place(schemaOf(model), table)}`);
    rows += Number(row?.count);
  }
  return rows;
};
