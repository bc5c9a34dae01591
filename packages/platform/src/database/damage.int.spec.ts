import { setTimeout } from 'node:timers/promises';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, catalogueMadeBy, readCatalogues } from './catalogue.js';
import { catalogueMark } from './catalogue-mark.js';
import { faultsOf, faultsText } from './damage.js';
import { type Database, openDatabase } from './database.js';

const statements = `
  CREATE TABLE card (id text PRIMARY KEY, name text NOT NULL, rank integer DEFAULT 7, note text CHECK (note <> 'shelf.'));
  CREATE INDEX card_of_name ON card (name, rank DESC) WHERE rank > 0;
  CREATE TABLE line (card text REFERENCES card (id), at timestamptz NOT NULL, PRIMARY KEY (card, at));
  CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS 'SELECT 2 * n';
  CREATE VIEW named AS SELECT name FROM card`;

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let expected: Catalogue;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'damage spec', connections: 2 });
  expected = await catalogueMadeBy(database, (sql) => sql.query(statements));
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const inShelf = (work: string) =>
  database.query(`SET search_path TO shelf, public; ${work}; RESET search_path`);
const markOfShelf = () => catalogueMark(database, ['shelf']);

/** What is found after someone has done something to the tables by hand, and whether their mark changed. */
const found = async (harm: string): Promise<{ words: string[]; isMarked: boolean }> => {
  await database.query('DROP SCHEMA IF EXISTS shelf CASCADE; CREATE SCHEMA shelf');
  await inShelf(statements);
  const before = await markOfShelf();
  await inShelf(harm);
  const isMarked = (await markOfShelf()) !== before;
  const catalogue = (await readCatalogues(database, ['shelf'])).get('shelf') ?? [];
  return { words: faultsOf(expected, catalogue).map(({ words }) => words), isMarked };
};
const after = async (harm: string): Promise<string[]> => (await found(harm)).words;

/** @returns false, for another attempt. @throws any other fault */
const isLockTimeout = (fault: unknown): false => {
  if (fault instanceof Error && Reflect.get(fault, 'code') === '55P03') return false;
  throw fault;
};

describe('tables as a program makes them', () => {
  it('are created for comparison, and then removed', async () => {
    expect(expected.length).toBeGreaterThan(10);
    expect(await database.query("SELECT 1 FROM pg_namespace WHERE nspname LIKE 'made\\_%'")).toEqual([]);
  });

  it('are found intact under any name, with or without rows, and after any vacuum', async () => {
    expect(await after('SELECT 1')).toEqual([]);
    expect(await after(`INSERT INTO card VALUES ('a', 'A')`)).toEqual([]);
    expect(await after('ALTER TABLE card SET (autovacuum_enabled = false); ANALYZE card')).toEqual([]);
  });

  it.each([
    `INSERT INTO card VALUES ('a', 'A'); UPDATE card SET rank = 9; DELETE FROM card`,
    `INSERT INTO card SELECT n::text, 'A' FROM generate_series(1, 1000) n; ANALYZE`,
    'CREATE TEMPORARY TABLE shelf_of_another (n integer)',
    'CREATE SCHEMA other; CREATE TABLE other.card (n integer); DROP SCHEMA other CASCADE',
  ])('have the same mark after %s', async (harmless) => {
    expect(await found(harmless)).toEqual({ words: [], isMarked: false });
  });

  it.each([
    ['DROP TABLE line', ['table line is missing']],
    ['DROP VIEW named; DROP TABLE line; DROP TABLE card', 3],
    ['DROP SCHEMA shelf CASCADE', 4],
    ['CREATE TABLE extra (n integer PRIMARY KEY)', ['table extra does not belong there']],
    [
      'ALTER TABLE card DROP COLUMN rank',
      ['column rank of table card is missing', 'index card_of_name of table card is missing'],
    ],
    ['ALTER TABLE card ADD COLUMN extra text', ['column extra of table card does not belong there']],
    [
      'ALTER TABLE line ALTER at TYPE timestamp',
      [
        'column at of table line is "timestamp without time zone not null" and not "timestamp with time zone not null"',
      ],
    ],
    [
      'ALTER TABLE card ALTER name DROP NOT NULL',
      ['column name of table card is "text null" and not "text not null"'],
    ],
    ['ALTER TABLE card ALTER rank SET DEFAULT 8', 1],
    ['ALTER TABLE card ALTER note SET STORAGE EXTERNAL', 1],
    ['ALTER TABLE card RENAME note TO remark', 3],
    [
      'ALTER TABLE line DROP COLUMN at; ALTER TABLE line ADD COLUMN at timestamptz NOT NULL',
      ['constraint line_pkey of table line is missing'],
    ],
    [
      'ALTER TABLE card DROP COLUMN note; ALTER TABLE card DROP COLUMN rank CASCADE; ALTER TABLE card ADD note text, ADD rank integer DEFAULT 7',
      3,
    ],
    ['DROP INDEX card_of_name', ['index card_of_name of table card is missing']],
    ['DROP INDEX card_of_name; CREATE INDEX card_of_name ON card (name)', 1],
    ['CREATE INDEX extra ON card (rank)', ['index extra of table card does not belong there']],
    ['ALTER TABLE line DROP CONSTRAINT line_pkey', ['constraint line_pkey of table line is missing']],
    ['ALTER TABLE card DROP CONSTRAINT card_note_check', 1],
    ['ALTER TABLE line ADD CHECK (card > card)', 1],
    ['DROP FUNCTION twice', ['function twice(integer) is missing']],
    [`CREATE OR REPLACE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS 'SELECT 3 * n'`, 1],
    [`CREATE FUNCTION thrice(n integer) RETURNS integer LANGUAGE sql AS 'SELECT 3 * n'`, 1],
    [`CREATE OR REPLACE VIEW named AS SELECT 'x' || name AS name FROM card`, 1],
    ["CREATE TYPE mood AS ENUM ('calm')", ['type mood does not belong there']],
    ['CREATE SEQUENCE extra', ['sequence extra does not belong there']],
    ['ALTER TABLE line SET UNLOGGED', 1],
    ['ALTER TABLE card ENABLE ROW LEVEL SECURITY', 1],
    ['CREATE POLICY few ON card USING (rank > 0)', 1],
    ['CREATE RULE nothing AS ON DELETE TO card DO INSTEAD NOTHING', 1],
    [
      `CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER stay BEFORE DELETE ON card FOR EACH ROW EXECUTE FUNCTION stay()`,
      2,
    ],
  ])('are found damaged after %s', async (harm, told) => {
    const { words, isMarked } = await found(harm);
    if (typeof told === 'number') expect(words).toHaveLength(told);
    else expect(words).toEqual(told);
    expect(isMarked).toBe(true);
  });

  it('are found intact while others replace them', async () => {
    const made = `CREATE SCHEMA beside; SET LOCAL search_path TO beside; ${statements}`;
    await database.query(
      `DROP SCHEMA IF EXISTS shelf, beside CASCADE; ${made}; ALTER SCHEMA beside RENAME TO shelf`,
    );
    let swapping = true;
    // As read models are swapped: who reads does not wait for long, and the swap is tried again.
    const swap = async (): Promise<void> => {
      const text = `SET LOCAL lock_timeout = 250; DROP SCHEMA shelf CASCADE; ALTER SCHEMA beside RENAME TO shelf`;
      while (!(await database.transaction((sql) => sql.query(text)).then(() => true, isLockTimeout)));
    };
    const swaps = (async () => {
      for (let turn = 0; turn < 25; turn += 1) {
        await database.transaction((sql) => sql.query(made));
        await swap();
        await setTimeout(50);
      }
    })().finally(() => {
      swapping = false;
    });
    const found: string[] = [];
    while (swapping) {
      const shelf = (await readCatalogues(database, ['shelf'])).get('shelf') ?? [];
      found.push(...faultsOf(expected, shelf).map(({ words }) => words));
    }
    await swaps;
    expect(found).toEqual([]);
  });

  it('are reported in one sentence, however much is wrong', () => {
    const faults = Array.from({ length: 12 }, (_, n) => ({
      table: null,
      words: `table t${n} is missing`,
      ofShape: true,
    }));
    expect(faultsText(faults)).toBe(
      `${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `table t${n} is missing`).join(', ')}, and 4 more`,
    );
  });
});
