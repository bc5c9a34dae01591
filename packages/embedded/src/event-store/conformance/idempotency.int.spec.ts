import { randomUUID } from 'node:crypto';
import {
  ANY,
  DeadlineExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

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

  it.each([ANY, NO_STREAM] as const)(
    'equal appends at one moment, expecting %s, are written once',
    async (expectedRevision) => {
      const stream = newStream();
      const event = tested();
      const begun = Date.now();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => server.client.appendToStream(stream, event, { expectedRevision })),
      );
      const answered = results.filter((result) => result.status === 'fulfilled');
      const positions = new Set(answered.map(({ value }) => value.position?.commit));
      expect(positions.size).toBe(1);
      // A repeat of an uncommitted append gets no response for two seconds.
      const late = results.filter((result) => result.status === 'rejected');
      for (const { reason } of late) expect(reason).toBeInstanceOf(DeadlineExceededError);
      if (late.length > 0) expect(Date.now() - begun).toBeGreaterThan(1_900);
      expect(await readRevisions(server.client, stream)).toEqual([0n]);
    },
  );
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
});

type Events = ReturnType<typeof severalTested>;

const written = async () => {
  const stream = newStream();
  const events = severalTested(4);
  await server.client.appendToStream(stream, events);
  return { stream, events };
};
