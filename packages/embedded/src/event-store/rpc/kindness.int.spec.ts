import { randomUUID } from 'node:crypto';
import { DeadlineExceededError, StreamDeletedError, UnknownError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from '../conformance/event-builders.js';
import { ownServerForThisFile } from '../conformance/own-server.js';
import {
  answers,
  batchOptions,
  batchRequest,
  correlationOf,
  proposal,
  rawClient,
} from '../conformance/raw-client.js';
import { newStream } from '../conformance/server-under-test.js';

const server = ownServerForThisFile();

// A real node crashes or stops answering for some of these.
describe('a call that would break a real node', () => {
  it.each(['BatchAppend', 'classic Append'])(
    'with an empty or impossible stream name is refused: %s',
    async (way) => {
      const options = way === 'BatchAppend' ? {} : { credentials: server.wayIn.credentials };
      for (const name of ['', '$$', '$$$$nested', 'with\0nul', 'x'.repeat(2_001)]) {
        const refused = server.client.appendToStream(name, tested(), options);
        await expect(refused, name).rejects.toBeInstanceOf(UnknownError);
      }
    },
  );

  it('gets the name of a deleted stream back, also when that is not ASCII', async () => {
    const stream = `${newStream()}-ž`;
    await server.client.tombstoneStream(stream);
    const failed = collect(server.client.readStream(stream));
    await expect(failed).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(failed).rejects.toMatchObject({ streamName: encodeURIComponent(stream), code: 9 });
  });

  it('writes nothing of an append that is refused in its first chunk', async () => {
    const call = rawClient(server).batchAppend();
    call.on('error', () => {});
    const [refused, next] = [randomUUID(), randomUUID()];
    const [stream, other] = [newStream(), newStream()];
    const bad = [proposal('no uuid')];
    call.write(
      batchRequest({ correlation: refused, options: batchOptions(stream), events: bad, final: false }),
    );
    call.write(batchRequest({ correlation: refused, events: [proposal()] }));
    call.write(batchRequest({ correlation: next, options: batchOptions(other), events: [proposal()] }));
    const found = await answers(call, 2);
    call.cancel();
    expect(found.map((answer) => [correlationOf(answer), answer.hasError()])).toEqual([
      [refused, true],
      [next, false],
    ]);
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
  });
});

describe('a method that is not offered', () => {
  it('makes the client fail the call on its own', async () => {
    const asked = server.client.createPersistentSubscriptionToAll('group', {} as never);
    await expect(asked).rejects.toMatchObject({ type: 'unsupported' });
  });
});

describe('equal appends at one moment', () => {
  it('are answered once; the others time out after two seconds, as on a busy real node', async () => {
    const stream = newStream();
    const event = tested();
    // The writer is busy, so requests arriving meanwhile are decided together.
    const busy = server.client.appendToStream(newStream(), severalTested(2_000));
    const begun = Date.now();
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => server.client.appendToStream(stream, event)),
    );
    await busy;
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const result of results.slice(1)) {
      expect(result).toMatchObject({ reason: expect.any(DeadlineExceededError) });
    }
    expect(Date.now() - begun).toBeGreaterThan(1_900);
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
    // A later repeat gets an answer.
    expect((await server.client.appendToStream(stream, event)).nextExpectedRevision).toBe(0n);
  });
});
