import { randomUUID } from 'node:crypto';
import { ANY, NO_STREAM, STREAM_EXISTS, WrongExpectedVersionError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, ServerUnderTest, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe.each([ANY, STREAM_EXISTS] as const)('section 5.3: weak idempotency with %s', (expectedRevision) => {
  const begun = async () => {
    const stream = newStream();
    const events = severalTested(3);
    const first = await server.client.appendToStream(stream, events);
    return { stream, events, first };
  };

  it('a repeat writes nothing and gives the result of the first time', async () => {
    const { stream, events, first } = await begun();
    const again = await server.client.appendToStream(stream, events, { expectedRevision });
    expect(again).toEqual(first);
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
  });

  it('a repeat gives the place of its own last event, not of the head of the stream', async () => {
    const { stream, events, first } = await begun();
    await server.client.appendToStream(stream, severalTested(2));
    expect(await server.client.appendToStream(stream, events, { expectedRevision })).toEqual(first);
    const part = await server.client.appendToStream(stream, events.slice(0, 2), { expectedRevision });
    expect(part.nextExpectedRevision).toBe(1n);
  });

  it('a new first event writes everything, though a later one is known', async () => {
    const { stream, events } = await begun();
    await server.client.appendToStream(stream, [tested(), ...events.slice(1)], { expectedRevision });
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  });

  it('a known first event and an unknown later one is refused', async () => {
    const { stream, events } = await begun();
    const mixed = events.slice(0, 1).concat(tested());
    const refused = server.client.appendToStream(stream, mixed, { expectedRevision });
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({ expectedVersion: expectedRevision });
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
  });
});

describe('section 5: ids elsewhere', () => {
  it('the same id in another stream does not count', async () => {
    const event = tested({}, randomUUID());
    const [one, other] = [newStream(), newStream()];
    await server.client.appendToStream(one, event);
    await server.client.appendToStream(other, event);
    expect(await readRevisions(server.client, other)).toEqual([0n]);
  });

  it('two repeats that arrive together are written once', async () => {
    const stream = newStream();
    const event = tested();
    const results = await together(
      Array.from({ length: 8 }, () => () => server.client.appendToStream(stream, event)),
    );
    expect(new Set(results.map(({ position }) => position?.commit)).size).toBe(1);
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });
});

describe('section 5.4: strong idempotency', () => {
  it.each([
    { expected: NO_STREAM, from: 0, to: 3, revision: 2n },
    { expected: NO_STREAM, from: 0, to: 2, revision: 1n },
    { expected: 0n, from: 1, to: 3, revision: 2n },
    { expected: 1n, from: 2, to: 4, revision: 3n },
  ] as const)('a repeat of events $from to $to after $expected succeeds', async (row) => {
    const { stream, events } = await written();
    const again = await server.client.appendToStream(stream, events.slice(row.from, row.to), {
      expectedRevision: row.expected,
    });
    expect(again.nextExpectedRevision).toBe(row.revision);
    expect(await readRevisions(server.client, stream)).toHaveLength(4);
  });

  it.each([
    { name: 'other ids', expected: 0n, pick: () => severalTested(1) },
    { name: 'a partial match', expected: 0n, pick: (events: Events) => [...events.slice(1, 2), tested()] },
    { name: 'running past the head', expected: 1n, pick: (events: Events) => [...events.slice(2), tested()] },
    {
      name: 'the same ids elsewhere in the stream',
      expected: 1n,
      pick: (events: Events) => events.slice(0, 1),
    },
  ])('$name is refused', async ({ expected, pick }) => {
    const { stream, events } = await written();
    const refused = server.client.appendToStream(stream, pick(events), { expectedRevision: expected });
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({ expectedVersion: expected, actualVersion: 3n });
    expect(await readRevisions(server.client, stream)).toHaveLength(4);
  });

  it('holds within one group of appends, too', async () => {
    const stream = newStream();
    const event = tested();
    const append = () => server.client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
    const results = await together([append, append, append]);
    expect(results.map(({ nextExpectedRevision }) => nextExpectedRevision)).toEqual([0n, 0n, 0n]);
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });

  it('holds across a kill -9 of the server, as does the repeat of an append that expects nothing', async () => {
    const killed = new ServerUnderTest();
    await killed.start();
    const [exact, any] = [newStream(), newStream()];
    const events = severalTested(2);
    await killed.client.appendToStream(exact, events, { expectedRevision: NO_STREAM });
    await killed.client.appendToStream(any, events);
    await killed.part.kill();
    await killed.startAgain();
    await killed.client.appendToStream(exact, events, { expectedRevision: NO_STREAM });
    await killed.client.appendToStream(any, events);
    expect(await readRevisions(killed.client, exact)).toEqual([0n, 1n]);
    expect(await readRevisions(killed.client, any)).toEqual([0n, 1n]);
    await killed.stop();
  });
});

/** Runs appends while the writer is busy with a large one: they are then decided on in one group. */
const together = async <Result>(appends: readonly (() => Promise<Result>)[]): Promise<Result[]> => {
  const busy = server.client.appendToStream(newStream(), severalTested(2_000));
  const results = await Promise.all(appends.map((append) => append()));
  await busy;
  return results;
};

type Events = ReturnType<typeof severalTested>;

const written = async () => {
  const stream = newStream();
  const events = severalTested(4);
  await server.client.appendToStream(stream, events);
  return { stream, events };
};
