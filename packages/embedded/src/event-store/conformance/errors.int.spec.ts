import { RequiredMetadataPropertyMissingError, StreamDeletedError } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { collect, tested } from './event-builders.js';
import { identifier, rawClient } from './raw-client.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const appendRaw = (
  stream: string,
  messages: readonly streams.AppendReq.ProposedMessage[],
  deadline = 5_000,
): Promise<streams.AppendResp | ServiceError> =>
  new Promise((resolve) => {
    const call = rawClient(server).append({ deadline: Date.now() + deadline }, (fault, answer) =>
      resolve(fault ?? answer),
    );
    call.on('error', () => {});
    const options = new streams.AppendReq.Options()
      .setStreamIdentifier(identifier(stream))
      .setAny(new shared.Empty());
    call.write(new streams.AppendReq().setOptions(options));
    for (const message of messages) call.write(new streams.AppendReq().setProposedMessage(message));
    call.end();
  });

describe('section 13: errors of calls', () => {
  it('missing metadata of an event are named', async () => {
    const withoutType = new streams.AppendReq.ProposedMessage().setId(
      new shared.UUID().setString('11111111-1111-4111-8111-111111111111'),
    );
    const fault = (await appendRaw(newStream(), [withoutType])) as ServiceError;
    expect(fault.code).toBe(3);
    expect(fault.metadata.get('exception')).toEqual(['missing-required-metadata-property']);
    expect(new RequiredMetadataPropertyMissingError(fault).requiredMetadataProperties).toEqual([
      'type',
      'content-type',
    ]);
  });

  it('a stream that is deleted comes with its name', async () => {
    const stream = newStream();
    await server.client.tombstoneStream(stream);
    const failed = collect(server.client.readStream(stream));
    await expect(failed).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(failed).rejects.toMatchObject({ streamName: stream, code: 9 });
  });

  it('an error of one call leaves the connection and its other calls alone', async () => {
    const stream = newStream();
    const subscription = server.client.subscribeToStream(stream);
    let failed = false;
    subscription.on('error', () => {
      failed = true;
    });
    await expect(collect(server.client.readStream(newStream()))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    await expect(
      server.client.appendToStream(stream, tested(), { expectedRevision: 9n }),
    ).rejects.toMatchObject({ type: 'wrong-expected-version' });
    await server.client.appendToStream(stream, tested());
    const [event] = await collect(server.client.readStream(stream));
    expect(event?.event?.revision).toBe(0n);
    expect(failed).toBe(false);
    await subscription.unsubscribe();
  });

  it('a classic append that never ends hits its deadline, and nothing is written', async () => {
    const stream = newStream();
    const fault = await new Promise<ServiceError | null>((resolve) => {
      const call = rawClient(server).append({ deadline: Date.now() + 200 }, (error) => resolve(error));
      call.on('error', () => {});
      const options = new streams.AppendReq.Options()
        .setStreamIdentifier(identifier(stream))
        .setAny(new shared.Empty());
      call.write(new streams.AppendReq().setOptions(options));
    });
    expect(fault?.code).toBe(4);
    await expect(collect(server.client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
  });

  it('a read without options, or of nothing, is refused', async () => {
    const call = rawClient(server).read(new streams.ReadReq());
    const fault = await new Promise<ServiceError>((resolve) =>
      call.on('error', resolve).on('data', () => {}),
    );
    expect([status.UNKNOWN, status.INVALID_ARGUMENT]).toContain(fault.code);
  });
});
