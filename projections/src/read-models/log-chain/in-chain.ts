import type { Database, Sql } from '@groundswell/platform/database';
import { asReader, schemaOf } from '@groundswell/platform/read-store';
import { logChain } from './log-chain.js';

/** Reads the tables of the hash chain, all as they were at one moment. */
export const inChain = <T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.transaction(work, { ...asReader, schemas: [schemaOf(logChain)] });
