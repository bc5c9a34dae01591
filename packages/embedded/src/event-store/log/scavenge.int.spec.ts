import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from '../conformance/event-builders.js';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { RecordedSubscription } from '../conformance/recorded-subscription.js';
import { newStream } from '../conformance/server-under-test.js';
import { basic } from '../conformance/way-in.js';

const server = ownServerForThisFile('own process');

const asAdmin = () => ({ authorization: basic(server.wayIn.credentials) });

const scavenge = async (): Promise<void> => {
  const { status } = await server.ask('/admin/scavenge', { method: 'POST', headers: asAdmin() });
  expect(status).toBe(200);
};

/** What PostgreSQL stores of a stream. */
const stored = async (stream: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT revision FROM event WHERE stream = $1 ORDER BY revision', [
    stream,
  ]);
  await client.end();
  return rows.map(({ revision }) => revision);
};

const withEvents = async (count: number): Promise<string> => {
  const stream = newStream();
  await server.client.appendToStream(stream, severalTested(count));
  return stream;
};

describe('section 16: scavenge', () => {
  it('deletes truncated events; revisions and positions stay', async () => {
    const stream = await withEvents(5);
    const before = await collect(server.client.readStream(stream, { fromRevision: 3n }));
    await server.client.setStreamMetadata(stream, { maxCount: 2 });
    await scavenge();
    expect(await stored(stream)).toEqual(['3', '4']);
    expect(await collect(server.client.readStream(stream))).toEqual(before);
    const { nextExpectedRevision } = await server.client.appendToStream(stream, tested(), {
      expectedRevision: 4n,
    });
    expect(nextExpectedRevision).toBe(5n);
  });

  it('keeps the last event of a stream, so that its revision survives', async () => {
    const stream = await withEvents(3);
    await server.client.setStreamMetadata(stream, { truncateBefore: 99 });
    await scavenge();
    expect(await stored(stream)).toEqual(['2']);
    expect(await readRevisions(server.client, stream)).toEqual([]);
  });

  it('deletes expired events', async () => {
    const stream = await withEvents(3);
    await server.client.setStreamMetadata(stream, { maxAge: 1 });
    await expect
      .poll(() => readRevisions(server.client, stream), { timeout: 5_000, interval: 100 })
      .toEqual([]);
    await scavenge();
    expect(await stored(stream)).toEqual(['2']);
  });

  it('deletes what a soft-deleted stream held, and lets it come back', async () => {
    const stream = await withEvents(3);
    await server.client.deleteStream(stream);
    await scavenge();
    expect(await stored(stream)).toEqual(['2']);
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
    await server.client.appendToStream(stream, tested());
    expect(await readRevisions(server.client, stream)).toEqual([3n]);
  });

  it('keeps tombstones and the last metadata', async () => {
    const stream = await withEvents(2);
    await server.client.setStreamMetadata(stream, { owner: 'a' });
    await server.client.setStreamMetadata(stream, { owner: 'b' });
    await server.client.tombstoneStream(stream);
    await scavenge();
    expect(await stored(stream)).toEqual(['9223372036854775807']);
    expect(await stored(`$$${stream}`)).toEqual(['1']);
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-deleted' });
  });

  it('leaves streams alone that have no metadata', async () => {
    const stream = await withEvents(4);
    await scavenge();
    expect(await stored(stream)).toEqual(['0', '1', '2', '3']);
  });

  it('leaves gaps that readers of the whole log pass, in pages and from within a gap', async () => {
    const { position } = await server.client.appendToStream(newStream(), tested());
    const start = position?.commit ?? 0n;
    const gone = await withEvents(500);
    const kept = await withEvents(3);
    await server.client.deleteStream(gone);
    await scavenge();
    const inGap = { commit: start + 100n, prepare: start + 100n };
    const forwards = await collect(server.client.readAll({ direction: FORWARDS, fromPosition: inGap }));
    expect(forwards.map(({ event }) => event?.streamId).slice(0, 4)).toEqual([gone, kept, kept, kept]);
    const backwards = await collect(server.client.readAll({ direction: BACKWARDS, fromPosition: END }));
    expect(backwards.length).toBe((await collect(server.client.readAll({ fromPosition: START }))).length);
    await server.part.kill();
    await server.startAgain();
    const recorded = await RecordedSubscription.caughtUp(
      server.client.subscribeToAll({ fromPosition: inGap }),
    );
    expect(recorded.events.map(({ event }) => event?.streamId).slice(0, 4)).toEqual([gone, kept, kept, kept]);
    await recorded.subscription.unsubscribe();
  });
});
