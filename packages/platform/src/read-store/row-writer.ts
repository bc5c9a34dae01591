import { identifier, type Sql } from '../database/database.js';
import type { RecordedEvent } from '../event-store/types.js';
import type { ReadModel } from './read-model.js';
import { eventsByKey, foldRow, nothing, type RowTable, type Standing } from './row-table.js';

/** The writing half of a read model made of rows: one SELECT, a fold in memory, one INSERT per batch. */
export const rows = <Row extends object>(table: RowTable<Row>): Pick<ReadModel, 'ddl' | 'apply'> => {
  const statements = statementsOf(table);
  return {
    ddl: [statements.create, ...(table.indexes ?? [])].join(';\n'),
    async apply(events, sql) {
      const groups = eventsByKey(table, events);
      if (groups.size === 0) return false;
      const before = await load(table, statements.load, [...groups.keys()], sql);
      const { written, removed } = foldAll(table, before, groups);
      if (written.length > 0) await sql.query(statements.write, [JSON.stringify(written)]);
      if (removed.length > 0) await sql.query(statements.remove, [removed]);
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
  const written: object[] = [];
  const removed: string[] = [];
  for (const [key, events] of groups) {
    const from = before.get(key) ?? nothing;
    const after = foldRow(table, from, events);
    if (after.row === from.row) continue;
    if (after.row) written.push({ ...after.row, position: after.position.toString() });
    else removed.push(key);
  }
  return { written, removed };
};

const load = async <Row extends object>(
  table: RowTable<Row>,
  statement: string,
  keys: readonly string[],
  sql: Sql,
): Promise<Map<string, Standing<Row>>> => {
  const found = await sql.query<{ row: Row; position: string }>(statement, [keys]);
  return new Map(
    found.map(({ row, position }) => [String(row[table.key]), { row, position: BigInt(position) }]),
  );
};

/** All SQL of a table, written once when the process starts. */
const statementsOf = <Row extends object>(table: RowTable<Row>) => {
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
    load: `SELECT to_jsonb(t) - 'position' AS row, t.position::text AS position FROM ${name} t WHERE ${key} = ANY ($1)`,
    write:
      `INSERT INTO ${name} (${all.join(', ')}) SELECT ${all.join(', ')} FROM jsonb_to_recordset($1) AS r (${record.join(', ')}) ` +
      `ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')} ` +
      `WHERE ${name}.position < excluded.position`,
    remove: `DELETE FROM ${name} WHERE ${key} = ANY ($1)`,
  };
};
