import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect, it } from 'vitest';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { identifier, rawClient } from '../conformance/raw-client.js';
import { newStream } from '../conformance/server-under-test.js';

const server = ownServerForThisFile();

const proposed = (id: shared.UUID) => {
  const message = new streams.AppendReq.ProposedMessage().setId(id);
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json');
  return new streams.AppendReq().setProposedMessage(message.setData(Buffer.from('{}').toString('base64')));
};

it('a classic append takes ids of two numbers, as clients of other languages send them', async () => {
  const stream = newStream();
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits('1234605616436508552')
    .setLeastSignificantBits('-7296712173568108936');
  await new Promise<void>((resolve, reject) => {
    const call = rawClient(server).append((fault) => (fault ? reject(fault) : resolve()));
    const options = new streams.AppendReq.Options()
      .setStreamIdentifier(identifier(stream))
      .setAny(new shared.Empty());
    call.write(new streams.AppendReq().setOptions(options));
    call.write(proposed(new shared.UUID().setStructured(structured)));
    call.end();
  });
  for await (const { event } of server.client.readStream(stream)) {
    expect(event?.id).toBe('11223344-5566-7788-9abc-def012345678');
  }
});
