import { type Database, openDatabase } from '@groundswell/platform/database';
import { prepareReadStore } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach } from 'vitest';

/** A separate database for each test, ready for read models. */
export const freshReadStore = (): { readonly database: Database } => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  beforeEach(async () => {
    fresh = await freshDatabase();
    database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
    await prepareReadStore(database);
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });
  return {
    get database() {
      return database;
    },
  };
};
