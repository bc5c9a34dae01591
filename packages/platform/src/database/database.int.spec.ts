import { setImmediate } from 'node:timers/promises';
import { freshDatabase, openWay } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isConnectionLoss } from './connection-loss.js';
import { type Database, openDatabase } from './database.js';
import type { Sql } from './sql.js';
import { together } from './transaction.js';

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
    await database.close();
    await way.close();
  });

  it('does not delay the shutdown of its user', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = openDatabase({ url: way.url, name: 'spec', connections: 2 });
    await database.query('SELECT 1');
    way.freeze();
    const asked = database.query('SELECT 1').catch((fault: unknown) => fault);
    await setImmediate();
    const from = performance.now();
    await database.close();
    expect(performance.now() - from).toBeLessThan(3_000);
    expect(isConnectionLoss(await asked)).toBe(true);
    await way.close();
  });

  it('is given up after the requested time when none can be made', async () => {
    const way = await openWay(fresh.databaseUrl);
    way.freeze();
    const database = openDatabase({ url: way.url, name: 'spec', connectWithin: 300 });
    const from = performance.now();
    expect(isConnectionLoss(await database.query('SELECT 1').catch((fault: unknown) => fault))).toBe(true);
    expect(performance.now() - from).toBeLessThan(2_000);
    await database.close();
    await way.close();
  });

  it('may take longer for slow statements', async () => {
    const database = openDatabase({ url: fresh.databaseUrl, name: 'spec', patience: 100 });
    const sleep = 'SELECT pg_sleep(0.3)';
    const isCut = async (work: Promise<unknown>) =>
      isConnectionLoss(await work.catch((fault: unknown) => fault));
    expect(await isCut(database.query(sleep))).toBe(true);
    await database.transaction((sql) => sql.query(sleep), { patience: 10_000 });
    const builder = database.withPatience(10_000);
    await builder.query(sleep);
    await builder.transaction((sql) => sql.query(sleep));
    const session = await builder.session();
    await session.query(sleep);
    await session.close();
    await database.close();
  });

  it('is also given up while rows arrive, or while a transaction ends', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = openDatabase({ url: way.url, name: 'spec', connections: 3, patience: 300 });
    await database.query('CREATE TABLE brought (number integer)');
    const bring = (sql: Pick<Database, 'copyIn'>) =>
      sql.copyIn('COPY brought FROM STDIN', [Buffer.from('1\n')]);
    await bring(database);
    for (const end of [async () => undefined, bring]) {
      const work = database.transaction(async (sql) => {
        await sql.query('SELECT 1');
        way.silence();
        await end(sql);
      });
      expect(isConnectionLoss(await work.catch((fault: unknown) => fault))).toBe(true);
    }
    await bring(database);
    expect(await database.query('SELECT * FROM brought')).toHaveLength(2);
    await database.close();
    await way.close();
  });

  it('is also closed by the database, so that its locks are not held for hours', async () => {
    const [idle] = await database.query('SHOW tcp_keepalives_idle');
    const [interval] = await database.query('SHOW tcp_keepalives_interval');
    expect([idle, interval]).toEqual([{ tcp_keepalives_idle: '10' }, { tcp_keepalives_interval: '5' }]);
  });

  it('is lost to the session that holds it, at its next statement', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = openDatabase({ url: way.url, name: 'spec', patience: 300 });
    const sessions = await Promise.all([database.session(), database.session(), database.session()]);
    const [asking, changing, resting] = sessions;
    way.silence();
    const faults = await Promise.all([
      asking?.query('SELECT 1').catch((fault: unknown) => fault),
      changing?.transaction((sql) => sql.query('SELECT 1')).catch((fault: unknown) => fault),
    ]);
    expect(faults.map(isConnectionLoss)).toEqual([true, true]);
    for (const session of [asking, changing]) expect(await session?.lost).toBeInstanceOf(Error);
    await resting?.close();
    await Promise.all(sessions.map((session) => session.close()));
    await database.close();
    await way.close();
  });
});

describe('a transaction of a process that froze', () => {
  it('has lost its connection at the next statement, once the database has ended it', async () => {
    const work = database.transaction(
      async (sql) => {
        // Longer each time, because a busy database may be late.
        for (let pause = 200; pause < 20_000; pause *= 2) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
          await sql.query('SELECT 1');
        }
      },
      { silence: 50 },
    );
    expect(isConnectionLoss(await work.catch((fault: unknown) => fault))).toBe(true);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a pool whose connections are all taken', () => {
  it('counts as unreachable, not as a bug of the caller', async () => {
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

  it('is distinguished from an error of the database', async () => {
    const wrong = database.query('SELECT nothing FROM nowhere').catch((fault: unknown) => fault);
    expect(isConnectionLoss(await wrong)).toBe(false);
  });
});

describe('a pipelined connection', () => {
  const openPipelined = async (url = fresh.databaseUrl, patience = 10_000) => {
    const database = openDatabase({ url, name: 'pipelined spec', patience, pipelined: true });
    await database.query('CREATE TABLE IF NOT EXISTS sent (word text PRIMARY KEY)');
    await database.query('DELETE FROM sent');
    return database;
  };
  const write = 'INSERT INTO sent VALUES ($1)';
  const words = (database: Database) => database.query('SELECT word FROM sent ORDER BY word');

  it('sends the statements of one turn, and the beginning of their transaction, as one piece', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = await openPipelined(way.url);
    await database.transaction((sql) => sql.query(write, ['prepared']));
    const before = way.pieces();
    await database.transaction((sql) => together(['a', 'b', 'c'].map((word) => sql.query(write, [word]))));
    // The other one is the end of the transaction.
    expect(way.pieces() - before).toBe(2);
    expect(await words(database)).toHaveLength(4);
    await database.close();
    await way.close();
  });

  it('rolls back a transaction when one statement fails, and throws the cause once the others have ended', async () => {
    const database = await openPipelined();
    let ended = false;
    const late = async (sql: Pick<Database, 'query'>) => {
      await sql.query('SELECT pg_sleep(0.05)');
      await sql.query(write, ['late']).finally(() => {
        ended = true;
      });
    };
    const fault = await database
      .transaction((sql) =>
        together<unknown>([late(sql), sql.query('SELECT 1 / $1::int', [0]), sql.query(write, ['early'])]),
      )
      .catch((reason: unknown) => reason);
    expect(fault).toMatchObject({ message: 'division by zero' });
    expect(ended).toBe(true);
    expect(await words(database)).toEqual([]);
    await database.transaction((sql) => sql.query(write, ['after']));
    expect(await words(database)).toEqual([{ word: 'after' }]);
    await database.close();
  });

  it('sends COMMIT along with what a transaction writes last, and undoes all when a part of that fails', async () => {
    const way = await openWay(fresh.databaseUrl);
    for (const pipelined of [true, false]) {
      const database = pipelined
        ? await openPipelined(way.url)
        : openDatabase({ url: way.url, name: 'plain' });
      await database.query('DELETE FROM sent');
      const writing = (sql: Sql, written: string) =>
        [written, 'last'].map((word) => sql.query(write, [word]));
      const work = async (sql: Sql) => {
        await sql.query(write, ['first']);
        return 'worked out';
      };
      const doubled = database.transaction(work, { last: (sql) => writing(sql, 'first') });
      await expect(doubled).rejects.toMatchObject({ code: '23505' });
      const burst = async () => {
        throw new Error('it burst');
      };
      const neverIssued = database.transaction(work, {
        last: (sql) => [...writing(sql, 'lost'), together([burst()])],
      });
      await expect(neverIssued).rejects.toThrow('it burst');
      expect(await words(database)).toEqual([]);
      const before = way.pieces();
      expect(await database.transaction(work, { last: writing })).toBe('worked out');
      if (pipelined) expect(way.pieces() - before).toBe(2);
      expect(await words(database)).toEqual(['first', 'last', 'worked out'].map((word) => ({ word })));
      await database.close();
    }
    await way.close();
  });

  it('does nothing in a transaction that cannot begin', async () => {
    const database = await openPipelined();
    const fault = await database
      .transaction((sql) => sql.query(write, ['lost']), { first: 'LOCK TABLE nowhere' })
      .catch((reason: unknown) => reason);
    expect(fault).toMatchObject({ code: '42P01' });
    expect(await words(database)).toEqual([]);
    await database.close();
  });

  it('is given up when it falls silent', async () => {
    const way = await openWay(fresh.databaseUrl);
    const database = await openPipelined(way.url, 2_000);
    way.silence();
    const asked = database.transaction((sql) => sql.query('SELECT 1')).catch((fault: unknown) => fault);
    expect(isConnectionLoss(await asked)).toBe(true);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
    await way.close();
  });
});

describe('concurrent statements on a connection that is not pipelined', () => {
  it('run one after the other', async () => {
    const both = await database.transaction((sql) =>
      together([sql.query('SELECT 1 AS n'), sql.query('SELECT 2 AS n'), sql.query('SELECT 3 AS n')]),
    );
    expect(both.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});
