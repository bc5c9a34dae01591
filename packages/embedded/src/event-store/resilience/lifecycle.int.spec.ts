import { once } from 'node:events';
import { END, NO_STREAM, streamNameFilter } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServiceError, status } from '@grpc/grpc-js';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRevisions, severalTested, tested } from '../conformance/event-builders.js';
import { ServerUnderTest } from '../conformance/own-server.js';
import { identifier, rawClient } from '../conformance/raw-client.js';
import { RecordedSubscription } from '../conformance/recorded-subscription.js';
import { newStream } from '../conformance/server-under-test.js';

const server = new ServerUnderTest('own process');
beforeEach(() => server.ensureRunning());
afterAll(() => server.stop());

const administer = async (
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await client.query(statement, [...parameters]);
  } finally {
    await client.end();
  }
};

describe('section 2: the end of the server', () => {
  it('cuts subscriptions off, as a node does, and never as if they were done', async () => {
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition: END }));
    const other = await RecordedSubscription.caughtUp(server.newClient().subscribeToStream(newStream()));
    await server.part.stop();
    await recorded.hasSaid('error unknown');
    await other.hasSaid('error unknown');
    expect(recorded.said).not.toContain('end');
  });

  it('cuts the batch-append call off', async () => {
    const call = rawClient(server).batchAppend();
    const fault = new Promise<ServiceError>((resolve) => call.on('error', resolve).on('data', () => {}));
    await server.client.appendToStream(newStream(), tested());
    await server.part.stop();
    expect((await fault).code).toBe(status.INTERNAL);
  });

  it('answers a running classic append with UNAVAILABLE', async () => {
    const outcome = new Promise<ServiceError | null>((resolve) => {
      const call = rawClient(server).append((fault) => resolve(fault));
      call.on('error', () => {});
      const options = new streams.AppendReq.Options()
        .setStreamIdentifier(identifier(newStream()))
        .setAny(new shared.Empty());
      call.write(new streams.AppendReq().setOptions(options));
    });
    await server.client.appendToStream(newStream(), tested());
    await server.part.stop();
    expect((await outcome)?.code).toBe(14);
  });

  it('answers every append that came in before, or rejects it; the client works on with the next server', async () => {
    const stream = newStream();
    const appends = Promise.allSettled(
      severalTested(200).map((event) => server.client.appendToStream(stream, event)),
    );
    await server.part.stop();
    const outcomes = await appends;
    await server.startAgain();
    const written = await readRevisions(server.client, stream).catch(() => []);
    const acknowledged = outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    expect(written.length).toBeGreaterThanOrEqual(acknowledged);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect([status.INTERNAL, status.UNAVAILABLE]).toContain(outcome.reason.code);
      }
    }
  });
});

describe('section 2: the end under load', () => {
  it('comes soon, although clients never stop appending', async () => {
    let over = false;
    const client = server.client;
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        const stream = newStream();
        while (!over) await client.appendToStream(stream, tested()).catch(() => {});
      }),
    );
    const recorded = await RecordedSubscription.caughtUp(
      server.newClient().subscribeToAll({ fromPosition: END }),
    );
    await recorded.has(50);
    const started = performance.now();
    await server.part.stop();
    // The supervisor would kill it after five seconds.
    expect(performance.now() - started).toBeLessThan(3_000);
    over = true;
    await writing;
    expect(recorded.said).toContain('error unknown');
  });
});

describe('the start of the server', () => {
  it('counts like an event: a window of one ends history with a checkpoint after the last event', async () => {
    const { position: last } = await server.client.appendToStream(newStream(), tested());
    await server.part.stop();
    await server.startAgain();
    const reached: bigint[] = [];
    const filter = streamNameFilter({
      prefixes: ['no-stream-has-this-name'],
      maxSearchWindow: 1,
      checkpointInterval: 1,
      checkpointReached: (_, { commit }) => {
        reached.push(commit);
      },
    });
    if (last === undefined) throw new Error('An append without a position.');
    await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition: last, filter }));
    const { position: next } = await server.client.appendToStream(newStream(), tested());
    await vi.waitUntil(() => reached.length === 3);
    expect(reached[0]).toBe(last.commit);
    expect(reached[1]).toBeGreaterThan(last.commit);
    expect(reached[1]).toBeLessThan(next?.commit ?? 0n);
    expect(reached[2]).toBe(next?.commit);
  });
});

describe('one writer', () => {
  it('a second server on the same database refuses to start, with one line and code 78', async () => {
    await expect(server.launch()).rejects.toThrow(
      /ended with 78[\s\S]*Another event-store server writes to this database already\.\n$/,
    );
    await server.client.appendToStream(newStream(), tested());
  });

  it('a database of a newer version is left alone, with one line and code 78', async () => {
    await server.part.stop();
    await administer('UPDATE event_store_version SET version = 999');
    await expect(server.launch()).rejects.toThrow(/ended with 78[\s\S]*version 999.*\n$/);
    await administer('UPDATE event_store_version SET version = 1');
    await server.startAgain();
  });

  const endWriter = async (): Promise<void> => {
    const { rows } = await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
  };

  it('an append cut off from the database may be written, and is never reported as refused', async () => {
    const stream = newStream();
    await server.client.appendToStream(stream, tested());
    const obstacle = new pg.Client({ connectionString: server.databaseUrl });
    await obstacle.connect();
    await obstacle.query('BEGIN; LOCK TABLE event IN SHARE MODE');
    const append = server.client.appendToStream(stream, tested());
    append.catch(() => undefined);
    const isWaiting = async () =>
      (await administer(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'event'::regclass`))
        .rowCount;
    await expect.poll(isWaiting).toBe(1);
    await endWriter();
    await obstacle.end();
    await expect(append).rejects.toMatchObject({ type: 'deadline-exceeded' });
    await expect.poll(() => server.answers(), { timeout: 20_000 }).toBe(false);
    await server.startAgain();
  });

  it('a server that loses the connection with the lock ends, and writes no more', async () => {
    const stream = newStream();
    await server.client.appendToStream(stream, tested());
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition: END }));
    await endWriter();
    await recorded.until(() => recorded.said.some((word) => word.startsWith('error')));
    // The old port no longer answers; the next server has the log.
    expect(await server.answers()).toBe(false);
    await server.startAgain();
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });
});

describe('a restart', () => {
  it.each(['SIGTERM', 'kill -9'])('after %s keeps everything, and continues its numbering', async (end) => {
    const stream = newStream();
    const before = await server.client.appendToStream(stream, severalTested(3));
    if (end === 'SIGTERM') await server.part.stop();
    else await server.part.kill();
    const started = performance.now();
    await server.startAgain();
    // It takes less than a second, but many times as long on a machine short of CPU.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
    const after = await server.client.appendToStream(stream, tested(), { expectedRevision: 2n });
    expect(after.position?.commit).toBeGreaterThan(before.position?.commit ?? 0n);
  });

  it('keeps deletions, truncation and metadata', async () => {
    const [softDeleted, tombstoned, truncated] = [newStream(), newStream(), newStream()];
    for (const stream of [softDeleted, tombstoned, truncated]) {
      await server.client.appendToStream(stream, severalTested(3));
    }
    await server.client.deleteStream(softDeleted);
    await server.client.tombstoneStream(tombstoned);
    await server.client.setStreamMetadata(truncated, { maxCount: 1 });
    await server.part.kill();
    await server.startAgain();
    await expect(readRevisions(server.client, softDeleted)).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    await expect(readRevisions(server.client, tombstoned)).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(await readRevisions(server.client, truncated)).toEqual([2n]);
    await server.client.appendToStream(softDeleted, tested());
    expect(await readRevisions(server.client, softDeleted)).toEqual([3n]);
  });

  it('knows the appends from before a kill -9 when they are repeated', async () => {
    const [exact, any] = [newStream(), newStream()];
    const events = severalTested(2);
    await server.client.appendToStream(exact, events, { expectedRevision: NO_STREAM });
    await server.client.appendToStream(any, events);
    await server.part.kill();
    await server.startAgain();
    await server.client.appendToStream(exact, events, { expectedRevision: NO_STREAM });
    await server.client.appendToStream(any, events);
    expect(await readRevisions(server.client, exact)).toEqual([0n, 1n]);
    expect(await readRevisions(server.client, any)).toEqual([0n, 1n]);
  });

  it('does not wait for a subscriber that reads nothing', async () => {
    await server.client.appendToStream(newStream(), severalTested(2_000));
    const stalled = server.client.subscribeToAll();
    stalled.on('error', () => {});
    await once(stalled, 'confirmation');
    const started = performance.now();
    await server.part.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
