import { randomUUID } from 'node:crypto';
import type { Database } from './database.js';
import { identifier, type Sql } from './sql.js';

/** One object of a schema, described so that the text does not depend on the schema's name. */
export interface Entry {
  readonly kind: string;
  readonly name: string;
  /** The table that it belongs to; null of a table, a view, a function. */
  readonly of: string | null;
  readonly definition: string;
}

/** All that is in a schema, but for its rows. */
export type Catalogue = readonly Entry[];

const kindOfRelation = `CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence'
  WHEN 'f' THEN 'foreign table' ELSE 'table' END`;

/**
 * Left out on purpose: autovacuum settings, which an operator may tune; statistics; owners and privileges.
 * NOT NULL is read from the column, because only some versions of PostgreSQL keep a constraint for it.
 */
const entriesOfSchemas = `
  WITH schemas AS (SELECT oid, nspname::text AS schema FROM pg_namespace WHERE nspname = ANY ($1)),
       relations AS (SELECT c.*, s.schema FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace)
  SELECT c.schema, ${kindOfRelation} AS kind, c.relname::text AS name, NULL AS of, concat_ws(' ',
         CASE c.relpersistence WHEN 'u' THEN 'unlogged' WHEN 't' THEN 'temporary' END,
         CASE WHEN c.relkind = 'p' THEN 'partitioned' END, CASE WHEN c.relrowsecurity THEN 'with row security' END,
         (SELECT string_agg(o, ', ' ORDER BY o) FROM unnest(c.reloptions) o WHERE o NOT LIKE 'autovacuum_%'),
         CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END) AS definition
    FROM relations c WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm', 'S')
  UNION ALL
  SELECT c.schema, 'column', a.attname::text, c.relname::text, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
         CASE WHEN a.attcollation <> t.typcollation THEN 'collate ' || l.collname END,
         CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END,
         'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, ''),
         'generated ' || nullif(a.attgenerated::text, ''),
         CASE WHEN a.attstorage <> t.typstorage THEN 'storage ' || a.attstorage::text END,
         'compression ' || nullif(a.attcompression::text, ''))
    FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relkind IN ('r', 'p', 'f')
  UNION ALL
  SELECT c.schema, 'order of the columns', '', c.relname::text, string_agg(a.attname, ', ' ORDER BY a.attnum)
    FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p', 'f') GROUP BY c.schema, c.relname
  UNION ALL
  SELECT c.schema, 'index', i.relname::text, c.relname::text,
         concat_ws(' ', pg_get_indexdef(i.oid), CASE WHEN NOT x.indisvalid THEN 'invalid' END)
    FROM relations c JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid
   WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
  UNION ALL
  SELECT c.schema, 'constraint', k.conname::text, c.relname::text,
         concat_ws(' ', pg_get_constraintdef(k.oid), CASE WHEN NOT k.convalidated THEN 'invalid' END)
    FROM relations c JOIN pg_constraint k ON k.conrelid = c.oid WHERE k.contype <> 'n'
  UNION ALL
  SELECT c.schema, 'trigger', t.tgname::text, c.relname::text, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    FROM relations c JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT c.schema, 'rule', r.rulename::text, c.relname::text, pg_get_ruledef(r.oid)
    FROM relations c JOIN pg_rewrite r ON r.ev_class = c.oid WHERE r.rulename <> '_RETURN'
  UNION ALL
  SELECT c.schema, 'policy', p.polname::text, c.relname::text,
         concat_ws(' ', p.polcmd, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    FROM relations c JOIN pg_policy p ON p.polrelid = c.oid
  UNION ALL
  SELECT s.schema, 'function', p.oid::regprocedure::text, NULL,
         CASE WHEN p.prokind = 'a' THEN 'aggregate' ELSE pg_get_functiondef(p.oid) END
    FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace
  UNION ALL
  SELECT s.schema, 'type', t.typname::text, NULL, concat_ws(' ', t.typtype, format_type(nullif(t.typbasetype, 0), t.typtypmod),
         (SELECT string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
    FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
   WHERE t.typtype IN ('d', 'e', 'r') OR c.relkind = 'c'`;

/** Times that a catalogue is read which changes while it is read. */
const mostReads = 10;

/**
 * PostgreSQL's errors when tables are dropped while their catalogue is read: an internal error, or a
 * deadlock.
 */
const changedMeanwhile: ReadonlySet<unknown> = new Set(['XX000', '40P01']);

/**
 * PostgreSQL gives the current definition of an index or a constraint, and nothing, or an error, for one that
 * is being dropped.
 */
const entriesOf = async (sql: Sql, schemas: readonly string[]) => {
  for (let turn = 1; ; turn += 1) {
    try {
      const found = await sql.query<Entry & { readonly schema: string }>(entriesOfSchemas, [schemas]);
      const isWhole = found.every(({ kind, definition }) => definition || !defined.has(kind));
      if (isWhole || turn === mostReads) return found;
    } catch (fault) {
      if (
        turn === mostReads ||
        !(fault instanceof Error) ||
        !changedMeanwhile.has(Reflect.get(fault, 'code'))
      )
        throw fault;
    }
  }
};

/** Kinds that always have a definition. */
const defined: ReadonlySet<string> = new Set(['index', 'constraint', 'trigger', 'rule', 'view', 'function']);

/** The contents of some schemas; empty for a schema that does not exist. */
export const readCatalogues = async (
  sql: Sql,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, Catalogue>> => {
  const found = await entriesOf(sql, schemas);
  const catalogues = new Map(schemas.map((schema): [string, Entry[]] => [schema, []]));
  for (const { schema, ...entry } of found) catalogues.get(schema)?.push(withoutSchema(entry, schema));
  return catalogues;
};

/** Quoted text stays as it is: there, the name of the schema is no name. */
const withoutSchema = (entry: Entry, schema: string): Entry => {
  const prefixes = new RegExp(`('(?:[^']|'')*')|(?<![\\w"])(?:${schema}|"${schema}")\\.`, 'g');
  const bare = (text: string): string =>
    text.replace(prefixes, (_, quoted: string | undefined) => quoted ?? '');
  return { ...entry, name: bare(entry.name), definition: bare(entry.definition) };
};

/** Carries a result out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly catalogue: Catalogue) {
    super('made to be looked at');
  }
}

/**
 * What statements create on this server: runs them in a temporary schema, reads the catalogue, and rolls
 * back. Nothing is stored in the database, so no one can alter there what is expected.
 */
export const catalogueMadeBy = async (
  database: Pick<Database, 'transaction'>,
  make: (sql: Sql) => Promise<unknown>,
): Promise<Catalogue> => {
  const schema = `made_${randomUUID().replaceAll('-', '')}`;
  try {
    await database.transaction(async (sql) => {
      await sql.query(`CREATE SCHEMA ${identifier(schema)}; SET LOCAL search_path TO ${identifier(schema)}`);
      await make(sql);
      throw new Undone((await readCatalogues(sql, [schema])).get(schema) ?? []);
    });
  } catch (end) {
    if (end instanceof Undone) return end.catalogue;
    throw end;
  }
  throw new Error('a schema was made and not undone');
};
