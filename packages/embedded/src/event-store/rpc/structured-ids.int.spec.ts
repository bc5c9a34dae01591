import shared from '@eventstore/db-client/generated/shared_pb.js';
import { expect, it } from 'vitest';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { appendedEvent, appendOptions, rawClient } from '../conformance/raw-client.js';
import { newStream } from '../conformance/server-under-test.js';

const server = ownServerForThisFile();

it('a classic append accepts ids of two numbers, as clients of other languages send them', async () => {
  const stream = newStream();
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits('1234605616436508552')
    .setLeastSignificantBits('-7296712173568108936');
  await new Promise<void>((resolve, reject) => {
    const call = rawClient(server).append((fault) => (fault ? reject(fault) : resolve()));
    call.write(appendOptions(stream));
    call.write(appendedEvent(new shared.UUID().setStructured(structured)));
    call.end();
  });
  for await (const { event } of server.client.readStream(stream)) {
    expect(event?.id).toBe('11223344-5566-7788-9abc-def012345678');
  }
});
