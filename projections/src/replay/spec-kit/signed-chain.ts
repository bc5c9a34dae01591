import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Sql } from '@groundswell/platform/database';
import type { ChainedLog } from '../../audit/spec-kit/chained-log.js';
import { makeCheckpoint } from '../../checkpoints/make-checkpoint.js';
import { beginSeries } from '../../checkpoints/signed-store.js';
import { signingKeyOfFile } from '../../checkpoints/signing-key.js';
import { createTrend } from '../../specification/trends.js';

/** What specs do with a chain whose checkpoints are signed, or with its log. @param running the log, once it has started */
export const signedChainOf = (running: () => ChainedLog) => {
  const signer = {
    key: signingKeyOfFile(join(mkdtempSync(join(tmpdir(), 'key-')), 'key')),
    before: undefined,
  };
  const ops = (...words: string[]) => running().ops(...words);

  /** Signs what has come since. @throws Diverged when the chain does not lead through what was signed */
  const sign = async (owner: Sql = running().database, database: Database = running().database) => {
    const log = (await running().eventStore.identity()) ?? '';
    return makeCheckpoint(database, owner, signer, {
      log,
      now: new Date(),
      cadence: { events: 1, milliseconds: 0 },
    });
  };
  /** Restores chain and log, however little is left of them. */
  const mend = async () => {
    await running().restore();
    await running().restartStore();
    await running().chainAnew();
  };
  const begin = async () => {
    const decision = { by: 'spec', reason: 'the log is the former one again' };
    await running().database.transaction((sql) => beginSeries(sql, decision));
  };

  return {
    ops,
    sign,
    mend,
    begin,
    headOfChain: async (schema = 'log_chain') => {
      const [row] = await running().database.query(`SELECT chain, root, count FROM "${schema}".chain_head`);
      return row;
    },
    /** Schemas of the read models that are kept. */
    schemas: async () => {
      const kept = await running().database.query<{ name: string }>(
        'SELECT schema AS name FROM read_store.checkpoint',
      );
      return kept.map(({ name }) => name);
    },
    /** Alters one event behind everyone's back. The store returns the altered event from then on. */
    forge: async () => {
      await running().flip('data', 130);
      await running().restartStore();
    },
    /** Signs once more has been chained. */
    signMore: async (owner?: Sql, database?: Database) => {
      await createTrend(running().eventStore, 'Another');
      await running().chain();
      return sign(owner, database);
    },
    /** As `mend`, where what was signed is of a log that has gone on. */
    mendAndBegin: async () => {
      await mend();
      await begin();
    },
    setAside: (reason: string) =>
      ops('replay', 'logChain', '--set-aside', `--reason=${reason}`, '--as=ops-3'),
    /** Who decided on a new series of signed checkpoints, and why: the first decision first. */
    decided: () =>
      running().database.query<{ decided_by: string; reason: string }>(
        `SELECT decided_by, reason FROM evidence.new_series WHERE decided_by <> 'spec' ORDER BY decided_at`,
      ),
    /** The schema that was set aside last. */
    lastAside: async (): Promise<string> => {
      const [last] = await running().database.query<{ schema: string }>(
        'SELECT schema FROM read_store.aside ORDER BY set_aside_at DESC LIMIT 1',
      );
      return last?.schema ?? 'none';
    },
    forgetAside: (schema: string) =>
      running().database.query(`DROP SCHEMA "${schema}" CASCADE; DELETE FROM read_store.aside`),
    /** All remains of the chain, in any schema. */
    remains: async (): Promise<unknown[]> => {
      const { database } = running();
      const tables = await database.query<{ place: string; table: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS place, tablename AS table FROM pg_tables
          WHERE schemaname = 'log_chain' ORDER BY tablename`,
      );
      const rows = [];
      for (const { place, table } of tables)
        rows.push([table, await database.query(`SELECT * FROM ${place} ORDER BY 1, 2`)]);
      return rows;
    },
  };
};
