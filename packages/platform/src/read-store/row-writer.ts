import { identifier, type Sql } from '../database/database.js';
import type { RecordedEvent } from '../event-store/types.js';
import type { ReadModel } from './read-model.js';
import { eventsByKey, foldRow, nothing, type RowTable, type Standing } from './row-table.js';

/** A table by itself, for a read model whose events touch several rows at once and which folds them together. */
export type Table<Row extends object> = Pick<RowTable<Row>, 'name' | 'key' | 'columns' | 'indexes'>;

export interface StoredRows<Row extends object> {
  readonly ddl: string;
  /** Rows by their key; those whose column `by` (the key when left out) holds one of the values. */
  load(
    sql: Sql,
    values: readonly string[],
    by?: keyof Row & string,
  ): Promise<Map<string, { readonly row: Row; readonly position: bigint }>>;
  /** Inserts or replaces; a row that has come further already stays as it is. */
  write(sql: Sql, rows: readonly { readonly row: Row; readonly position: bigint }[]): Promise<void>;
  remove(sql: Sql, keys: readonly string[]): Promise<void>;
}

/** Loads and writes whole rows of one table, any number in one statement. */
export const storedRows = <Row extends object>(table: Table<Row>): StoredRows<Row> => {
  const statements = statementsOf(table);
  return {
    ddl: [statements.create, ...(table.indexes ?? [])].join(';\n'),
    async load(sql, values, by = table.key) {
      if (values.length === 0) return new Map();
      const found = await sql.query<{ row: Row; position: string }>(statements.load(by), [values]);
      return new Map(
        found.map(({ row, position }) => [String(row[table.key]), { row, position: BigInt(position) }]),
      );
    },
    async write(sql, rows) {
      if (rows.length === 0) return;
      const written = rows.map(({ row, position }) => ({ ...row, position: position.toString() }));
      await sql.query(statements.write, [JSON.stringify(written)]);
    },
    async remove(sql, keys) {
      if (keys.length > 0) await sql.query(statements.remove, [keys]);
    },
  };
};

/** The writing half of a read model made of rows: one SELECT, a fold in memory, one INSERT per batch. */
export const rows = <Row extends object>(table: RowTable<Row>): Pick<ReadModel, 'ddl' | 'apply'> => {
  const stored = storedRows(table);
  return {
    ddl: stored.ddl,
    async apply(events, sql) {
      const groups = eventsByKey(table, events);
      if (groups.size === 0) return false;
      const { written, removed } = foldAll(table, await stored.load(sql, [...groups.keys()]), groups);
      await stored.write(sql, written);
      await stored.remove(sql, removed);
      return written.length + removed.length > 0;
    },
  };
};

/** Joins the writers of several tables into one. */
export const allOf = (
  ...writers: readonly Pick<ReadModel, 'ddl' | 'apply'>[]
): Pick<ReadModel, 'ddl' | 'apply'> => ({
  ddl: writers.map(({ ddl }) => ddl).join(';\n'),
  async apply(events, sql) {
    let changed = false;
    for (const { apply } of writers) changed = (await apply(events, sql)) || changed;
    return changed;
  },
});

const foldAll = <Row extends object>(
  table: RowTable<Row>,
  before: ReadonlyMap<string, Standing<Row>>,
  groups: ReadonlyMap<string, readonly RecordedEvent[]>,
) => {
  const written: { row: Row; position: bigint }[] = [];
  const removed: string[] = [];
  for (const [key, events] of groups) {
    const from = before.get(key) ?? nothing;
    const after = foldRow(table, from, events);
    if (after.row === from.row) continue;
    if (after.row) written.push({ row: after.row, position: after.position });
    else removed.push(key);
  }
  return { written, removed };
};

/** All SQL of a table, written once when the process starts. */
const statementsOf = <Row extends object>(table: Table<Row>) => {
  const name = identifier(table.name);
  const key = identifier(table.key);
  const columns = Object.entries<string>(table.columns).map(([column, type]) => ({
    column: identifier(column),
    type: type.replace('?', ''),
    nullable: type.endsWith('?'),
  }));
  const definitions = columns.map(
    ({ column, type, nullable }) => `${column} ${type}${nullable ? '' : ' NOT NULL'}`,
  );
  const all = [...columns.map(({ column }) => column), 'position'];
  const others = all.filter((column) => column !== key);
  const record = [...columns.map(({ column, type }) => `${column} ${type}`), 'position bigint'];
  return {
    create: `CREATE TABLE ${name} (${definitions.join(', ')}, position bigint NOT NULL, PRIMARY KEY (${key}))`,
    load: (by: string) =>
      `SELECT to_jsonb(t) - 'position' AS row, t.position::text AS position FROM ${name} t WHERE ${identifier(by)} = ANY ($1)`,
    write:
      `INSERT INTO ${name} (${all.join(', ')}) SELECT ${all.join(', ')} FROM jsonb_to_recordset($1) AS r (${record.join(', ')}) ` +
      `ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')} ` +
      `WHERE ${name}.position < excluded.position`,
    remove: `DELETE FROM ${name} WHERE ${key} = ANY ($1)`,
  };
};
