import { FatalFault } from '@groundswell/platform';
import { freshDatabase } from '@groundswell/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWriterConnection } from './writer-connection.js';

let databaseUrl: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ databaseUrl, drop } = await freshDatabase());
});
afterAll(() => drop());

/** A session that holds the lock and then works on one statement, as on a disk that stalls in a commit. */
const stalledFor = async (seconds: number) => {
  const { client: stalled } = await openWriterConnection(databaseUrl);
  const working = stalled.query(`SELECT pg_sleep(${seconds})`);
  stalled.on('error', () => undefined);
  return { ended: working.finally(() => stalled.end()) };
};

describe('the lock of a writer whose last statement is still under way', () => {
  it('is waited for: PostgreSQL ends such a session only afterwards', async () => {
    const { ended } = await stalledFor(5);
    const { client } = await openWriterConnection(databaseUrl);
    await ended;
    await client.end();
  });

  it('is not waited for forever, and nobody is told of a second server', async () => {
    const { ended } = await stalledFor(600);
    const isEnded = expect(ended).rejects.toThrow('terminating connection');
    const asked = await openWriterConnection(databaseUrl, 0).catch((fault: unknown) => fault);
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'event-store writer'`,
    );
    await other.end();
    await isEnded;
    expect(asked).toEqual(expect.objectContaining({ message: expect.stringContaining('still at work') }));
    expect(asked).not.toBeInstanceOf(FatalFault);
  });
});
