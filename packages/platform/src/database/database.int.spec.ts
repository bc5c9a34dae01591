import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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

/** Stands before the database, and can make the connections that are there fall silent without a word. */
const openWay = async (url: string) => {
  const { hostname, port } = new URL(url);
  const open: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    open.push(near, far);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    silence: () => {
      for (const socket of open.splice(0)) socket.unpipe().pause();
    },
    close: () => server.close(),
  };
};

describe('a connection that falls silent', () => {
  it('is given up, and the next one is used', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = openDatabase({ url: way.url, name: 'spec', connections: 2, patience: 300 });
    await Promise.all([database.query('SELECT 1'), database.query('SELECT 1')]);
    way.silence();
    const faults = await Promise.all([
      database.query('SELECT 1').catch((fault: unknown) => fault),
      database.transaction((sql) => sql.query('SELECT 1')).catch((fault: unknown) => fault),
    ]);
    expect(faults.map(isConnectionLoss)).toEqual([true, true]);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    way.close();
  });

  it('may take longer for what takes its time', async () => {
    const database = openDatabase({ url: fresh.databaseUrl, name: 'spec', patience: 100 });
    const sleep = 'SELECT pg_sleep(0.3)';
    expect(isConnectionLoss(await database.query(sleep).catch((fault: unknown) => fault))).toBe(true);
    await database.transaction((sql) => sql.query(sleep), { patience: 10_000 });
    await database.close();
  });
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
