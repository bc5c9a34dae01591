import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { END, jsonEvent, START } from '@eventstore/db-client';
import pg from 'pg';
import { expect, it } from 'vitest';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { RecordedSubscription } from '../conformance/recorded-subscription.js';
import { newStream } from '../conformance/server-under-test.js';

const server = ownServerForThisFile('own process');

/** MiB written while no one reads: many times what the server may buffer for all readers together. */
const owed = 80;

/** Memory of the server process in MiB. */
const memory = (): number => {
  const status = readFileSync(`/proc/${server.part.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
};

const large = (size: number) => jsonEvent({ type: 'Large', data: { text: 'x'.repeat(size) } });

const write = async (megabytes: number): Promise<void> => {
  const stream = newStream();
  for (let written = 0; written < megabytes; written += 1) {
    await server.client.appendToStream(
      stream,
      Array.from({ length: 16 }, () => large(60_000)),
    );
  }
};

const storedPositions = async (): Promise<bigint[]> => {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ position: string }>('SELECT position FROM event ORDER BY position');
  await database.end();
  return rows.map(({ position }) => BigInt(position));
};

it('subscribers that stop reading do not grow the server’s memory, and get everything in the end', async () => {
  await write(12);
  const readers = [];
  for (let number = 0; number < 8; number += 1) {
    // Half of them stop reading in the middle of history, half when live.
    const fromPosition = number % 2 === 0 ? START : END;
    const reader = server.newClient().subscribeToAll({ fromPosition });
    await once(reader, 'confirmation');
    readers.push(reader);
  }
  await write(12);
  const before = memory();
  await write(owed);
  const grown = memory() - before;
  console.log(
    `server memory: ${before.toFixed(0)} MiB, after ${owed} MiB more: ${grown.toFixed(0)} MiB more`,
  );
  // Buffering it for even one of the eight subscribers would take far more.
  expect(grown).toBeLessThan(owed / 2);

  const [stalled] = readers;
  if (stalled === undefined) throw new Error('There is no subscriber.');
  const recorded = await RecordedSubscription.caughtUp(stalled);
  expect(recorded.events.length).toBe(1 + (24 + owed) * 16);
  const seen = recorded.events.map(({ event }) => event?.position?.commit);
  expect(seen).toEqual(await storedPositions());
  await Promise.all(readers.map((reader) => reader.unsubscribe()));
}, 240_000);
