import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  FORWARDS,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  UnknownError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe.each([
  { way: 'BatchAppend', options: {} },
  // With credentials the client uses the classic append.
  {
    way: 'classic Append',
    options: {
      get credentials() {
        return server.wayIn.credentials;
      },
    },
  },
])('section 4: $way', ({ options }) => {
  it('answers with the revision and the position of the last event, as they are read back', async () => {
    const stream = newStream();
    const result = await server.client.appendToStream(stream, severalTested(3), options);
    const read = await collect(server.client.readStream(stream));
    expect(result.nextExpectedRevision).toBe(2n);
    expect(read.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n]);
    expect(read.at(-1)?.event?.position).toEqual(result.position);
    expect(read.at(-1)?.commitPosition).toBe(result.position?.commit);
    expect(result.position?.commit).toBe(result.position?.prepare);
  });

  it('writes no event for an empty array', async () => {
    const stream = newStream();
    const onNothing = await server.client.appendToStream(stream, [], options);
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
    await server.client.appendToStream(stream, severalTested(2), options);
    const onTwo = await server.client.appendToStream(stream, [], options);
    expect([onNothing.success, onNothing.nextExpectedRevision]).toEqual([true, 0n]);
    expect([onTwo.success, onTwo.nextExpectedRevision]).toEqual([true, 1n]);
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n]);
  });

  it('keeps data and metadata byte for byte', async () => {
    const stream = newStream();
    const data = Uint8Array.from([0, 255, 10, 13, 92, 120, 0]);
    const metadata = Uint8Array.from([128, 0, 7]);
    await server.client.appendToStream(
      stream,
      [
        binaryEvent({ type: 'Bytes', data, metadata }),
        jsonEvent({ type: 'Text', data: { z: 1, a: 'null \u0000 ž 🌊', n: 1e21 }, metadata: { b: [2, 1] } }),
      ],
      options,
    );
    const [bytes, text] = await collect(server.client.readStream(stream));
    expect(bytes?.event).toMatchObject({ isJson: false, type: 'Bytes' });
    expect(Buffer.from(bytes?.event?.data as Uint8Array)).toEqual(Buffer.from(data));
    expect(Buffer.from(bytes?.event?.metadata as Uint8Array)).toEqual(Buffer.from(metadata));
    expect(text?.event).toMatchObject({ isJson: true, metadata: { b: [2, 1] } });
    expect(JSON.stringify(text?.event?.data)).toBe(JSON.stringify({ z: 1, a: 'null \u0000 ž 🌊', n: 1e21 }));
  });

  it('returns ids in lower case, no metadata as undefined, and the time of the append', async () => {
    const stream = newStream();
    const id = randomUUID().toUpperCase();
    const before = Date.now();
    await server.client.appendToStream(stream, tested({}, id), options);
    const [read] = await collect(server.client.readStream(stream));
    expect(read?.event).toMatchObject({ id: id.toLowerCase(), metadata: undefined });
    expect(read?.event?.created.getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(read?.event?.created.getTime()).toBeLessThanOrEqual(Date.now() + 1);
  });

  it.each([
    ['an id that is no UUID', { id: 'x' }],
    ['the zero id', { id: '00000000-0000-0000-0000-000000000000' }],
    ['an empty type', { type: '' }],
  ])('refuses %s, and the append as a whole', async (_fault, wrong) => {
    const stream = newStream();
    const events = [tested(), { ...tested(), ...wrong }];
    // A real node answers again two seconds later, which the client cannot handle.
    const client = server.newClient();
    await expect(client.appendToStream(stream, events, options)).rejects.toBeInstanceOf(UnknownError);
    await client.dispose();
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('refuses more than 1 MiB in one append', async () => {
    const stream = newStream();
    const half = jsonEvent({ type: 'Half', data: { text: 'x'.repeat(600_000) } });
    await server.client.appendToStream(stream, half, options);
    const whole = server.client.appendToStream(stream, [half, { ...half, id: randomUUID() }], options);
    await expect(whole).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    await expect(whole).rejects.toMatchObject({ maxAppendSize: 1_048_576 });
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });

  it('accepts names and types beyond ASCII', async () => {
    const stream = `${newStream()}-žluť 🌊`;
    await server.client.appendToStream(stream, { ...tested(), type: 'Změněno' }, options);
    const [read] = await collect(server.client.readStream(stream));
    expect(read?.event).toMatchObject({ streamId: stream, type: 'Změněno' });
  });
});

describe('section 16: positions', () => {
  it('grow by the size of what is written', async () => {
    const small = await server.client.appendToStream(newStream(), tested());
    const next = await server.client.appendToStream(newStream(), tested());
    const large = await server.client.appendToStream(newStream(), tested({ text: 'x'.repeat(10_000) }));
    const after = await server.client.appendToStream(newStream(), tested());
    const positions = [small, next, large, after].map(({ position }) => Number(position?.commit));
    const steps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(100);
    expect(Math.max(...steps)).toBeGreaterThan(10_000);
  });

  it('are in order of commit, however many write at once; what is acknowledged is read at once', async () => {
    const streams = Array.from({ length: 12 }, newStream);
    await Promise.all(
      streams.map(async (stream) => {
        for (let round = 0; round < 5; round += 1) {
          const expectedRevision = round === 0 ? NO_STREAM : BigInt(round - 1);
          const { position } = await server.client.appendToStream(stream, tested(), { expectedRevision });
          const [last] = await collect(server.client.readStream(stream, { fromRevision: BigInt(round) }));
          expect(last?.event?.position).toEqual(position);
        }
      }),
    );
    const all = await collect(server.client.readAll({ direction: FORWARDS, fromPosition: START }));
    const positions = all.map(({ event }) => event?.position?.commit ?? 0n);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => Number(a - b)));
    for (const stream of streams) {
      const revisions = all
        .filter(({ event }) => event?.streamId === stream)
        .map(({ event }) => event?.revision);
      expect(revisions).toEqual([0n, 1n, 2n, 3n, 4n]);
    }
  });
});
