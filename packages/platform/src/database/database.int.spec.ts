import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, isConnectionLoss, openDatabase } from './database.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'database spec', connections: 2 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('a pool whose connections are all taken', () => {
  it('cannot be reached, which is no bug of whoever asked', async () => {
    let letGo: () => void = () => undefined;
    const untilThen = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const taken = [1, 2].map(() => database.transaction(() => untilThen));
    const faults = await Promise.all([
      database.query('SELECT 1').catch((fault: unknown) => fault),
      database.transaction((sql) => sql.query('SELECT 1')).catch((fault: unknown) => fault),
    ]);
    letGo();
    await Promise.all(taken);
    expect(faults.map(isConnectionLoss)).toEqual([true, true]);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is told from what the database itself says', async () => {
    const wrong = database.query('SELECT nothing FROM nowhere').catch((fault: unknown) => fault);
    expect(isConnectionLoss(await wrong)).toBe(false);
  });
});
