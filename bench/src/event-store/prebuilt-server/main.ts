import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { WindowedCall } from '@groundswell/embedded/send-window';
import { Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js';
import { sampleData, sampleMetadata, sampleType } from '../contestant.js';

// The measure of a reader: a server that holds a few messages ready and streams them again and again. It has neither
// a database nor a log; what a client reads from it is what client and transport can do at best.

const distinct = 1_000;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

const message = (position: number): Buffer => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(randomUUID()))
    .setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(`concept-${randomUUID()}`).toString('base64')),
    )
    .setStreamRevision(String(position % 50))
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
    .setCustomMetadata(base64(sampleMetadata))
    .setData(base64(sampleData));
  recorded
    .getMetadataMap()
    .set('type', sampleType)
    .set('content-type', 'application/json')
    .set('created', `${Date.now()}0000`);
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(position));
  return Buffer.from(new streams.ReadResp().setEvent(event).serializeBinary());
};

const messages = Array.from({ length: distinct }, (_, index) => message(1_000_000 + index));
const confirmation = Buffer.from(
  new streams.ReadResp()
    .setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('prebuilt'))
    .serializeBinary(),
);

// With the same window as the event store, without which gRPC is slower than it can be.
const server = new Server({ interceptors: [(_method, call) => new WindowedCall(call, {})] });
server.addService(
  { read: { ...streamsGrpc.StreamsService.read, responseSerialize: (bytes: Buffer) => bytes } },
  {
    read: (call: ServerWritableStream<streams.ReadReq, Buffer>) => {
      let next = 0;
      let over = false;
      const stream = (): void => {
        while (!over) {
          const bytes = messages[next % distinct];
          next += 1;
          if (bytes !== undefined && !call.write(bytes)) {
            call.once('drain', stream);
            return;
          }
        }
      };
      call.on('cancelled', () => {
        over = true;
      });
      call.write(confirmation);
      stream();
    },
  },
);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (fault, port) => {
  if (fault !== null) throw fault;
  process.send?.({ ready: { port } });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
