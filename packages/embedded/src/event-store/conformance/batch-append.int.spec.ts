import { randomUUID } from 'node:crypto';
import { DeadlineExceededError, jsonEvent } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { describe, expect, it } from 'vitest';
import { readRevisions, severalTested, tested } from './event-builders.js';
import { answers, batchOptions, batchRequest, correlationOf, proposal, rawClient } from './raw-client.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe('section 4a: BatchAppend', () => {
  it('puts the chunks of one append together', async () => {
    const stream = newStream();
    // Each event needs its own chunk.
    await server.client.appendToStream(stream, severalTested(7), { batchAppendSize: 1 });
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n]);
  });

  it('applies appends in order of arrival, also a chain that the client does not await', async () => {
    const stream = newStream();
    const chain = Array.from({ length: 50 }, (_, index) =>
      server.client.appendToStream(stream, tested({ index }), {
        expectedRevision: index === 0 ? 'no_stream' : BigInt(index - 1),
      }),
    );
    const results = await Promise.all(chain);
    expect(results.map(({ nextExpectedRevision }) => nextExpectedRevision)).toEqual(
      chain.map((_, index) => BigInt(index)),
    );
  });

  it('answers each correlation id once, with the id, the stream and the details of an error', async () => {
    const call = rawClient(server).batchAppend();
    const [good, bad, late] = [randomUUID(), randomUUID(), randomUUID()];
    const stream = newStream();
    call.write(batchRequest({ correlation: good, options: batchOptions(stream), events: [proposal()] }));
    call.write(
      batchRequest({
        correlation: bad,
        options: batchOptions(stream).setStreamPosition('7'),
        events: [proposal()],
      }),
    );
    call.write(batchRequest({ correlation: late, options: batchOptions(stream), events: [proposal()] }));
    const found = await answers(call, 3);
    call.cancel();
    call.on('error', () => {});
    expect(found.map(correlationOf).sort()).toEqual([good, bad, late].sort());
    for (const answer of found) {
      expect(Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream);
    }
    const refused = found.find((answer) => correlationOf(answer) === bad);
    const details = refused?.getError()?.getDetails();
    expect(refused?.getError()?.getCode()).toBe(6);
    expect(details?.getTypeName()).toBe('event_store.client.WrongExpectedVersion');
    const wrong = details?.unpack(shared.WrongExpectedVersion.deserializeBinary, details.getTypeName());
    expect([wrong?.getExpectedStreamPosition(), wrong?.getCurrentStreamRevision()]).toEqual(['7', '0']);
  });

  it('ignores late chunks of an answered append, and keeps the call open', async () => {
    const call = rawClient(server).batchAppend();
    call.on('error', () => {});
    const [large, next] = [randomUUID(), randomUUID()];
    const stream = newStream();
    const tooLarge = proposal().setData(Buffer.alloc(1_100_000).toString('base64'));
    call.write(
      batchRequest({ correlation: large, options: batchOptions(stream), events: [tooLarge], final: false }),
    );
    call.write(batchRequest({ correlation: large, events: [proposal()], final: false }));
    call.write(batchRequest({ correlation: large, events: [proposal()] }));
    call.write(batchRequest({ correlation: next, options: batchOptions(stream), events: [proposal()] }));
    const found = await answers(call, 2);
    call.cancel();
    expect(found.map((answer) => [correlationOf(answer), answer.hasError()])).toEqual([
      [large, true],
      [next, false],
    ]);
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });

  it('times out an append whose deadline is over on arrival', async () => {
    const stream = newStream();
    const late = server.client.appendToStream(stream, tested(), { deadline: -1_000 });
    await expect(late).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('times out an append that is not final within two seconds, whatever the client allows', async () => {
    const call = rawClient(server).batchAppend();
    call.on('error', () => {});
    const correlation = randomUUID();
    const before = Date.now();
    call.write(
      batchRequest({
        correlation,
        options: batchOptions(newStream(), Math.ceil(Date.now() / 1_000) + 60),
        events: [proposal()],
        final: false,
      }),
    );
    const [answer] = await answers(call, 1);
    const took = Date.now() - before;
    call.write(batchRequest({ correlation, events: [proposal()] }));
    const other = randomUUID();
    call.write(
      batchRequest({ correlation: other, options: batchOptions(newStream()), events: [proposal()] }),
    );
    const [afterwards] = await answers(call, 1);
    call.cancel();
    expect(answer?.getError()?.getDetails()?.getTypeName()).toBe('event_store.client.Timeout');
    expect(took).toBeGreaterThan(1_500);
    expect(took).toBeLessThan(4_000);
    // The rest of the first append was ignored: the next response is for the other one.
    expect(afterwards && correlationOf(afterwards)).toBe(other);
  });

  it('accepts a message of more than 4 MiB', async () => {
    const call = rawClient(server).batchAppend();
    call.on('error', () => {});
    const correlation = randomUUID();
    const large = proposal().setData(Buffer.alloc(5 * 1024 * 1024).toString('base64'));
    call.write(batchRequest({ correlation, options: batchOptions(newStream()), events: [large] }));
    const [answer] = await answers(call, 1);
    call.cancel();
    expect(answer?.getError()?.getDetails()?.getTypeName()).toBe(
      'event_store.client.MaximumAppendSizeExceeded',
    );
  });

  it('does not fail other appends because of a bad one', async () => {
    const stream = newStream();
    const client = server.newClient();
    const outcomes = await Promise.allSettled([
      client.appendToStream(stream, tested()),
      client.appendToStream(stream, { ...tested(), id: 'no uuid' }),
      client.appendToStream(stream, jsonEvent({ type: 'Large', data: { x: 'x'.repeat(1_100_000) } })),
      client.appendToStream(stream, tested(), { expectedRevision: 77n }),
      client.appendToStream(stream, tested()),
    ]);
    await client.dispose();
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n]);
  });

  it('answers what is pending when the client ends the call', async () => {
    const call = rawClient(server).batchAppend();
    const correlation = randomUUID();
    call.write(batchRequest({ correlation, options: batchOptions(newStream()), events: [proposal()] }));
    call.end();
    const [answer] = await answers(call, 1);
    expect(answer?.hasSuccess()).toBe(true);
  });
});
