import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import { bytesField, numberField } from '../wire/protobuf-writer.js';
import type { WayIn } from './way-in.js';

type BatchCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

interface Addressed {
  readonly address: string;
  readonly wayIn: WayIn;
}

/** The generated client, for what the real one cannot do or hides. */
export const rawClient = ({ address, wayIn }: Addressed): streamsGrpc.StreamsClient =>
  new streamsGrpc.StreamsClient(address, wayIn.channel, {
    'grpc.max_send_message_length': 32 * 1024 * 1024,
  });

export const identifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

const empty = (): shared.Empty => new shared.Empty();

/** Options to read the whole log, forwards from the start. */
export const readAllOptions = (): streams.ReadReq.Options =>
  new streams.ReadReq.Options()
    .setAll(new streams.ReadReq.Options.AllOptions().setStart(empty()))
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(empty()))
    .setNoFilter(empty())
    .setCount('1000');

export const readStreamOptions = (
  stream: string,
  place: (options: streams.ReadReq.Options.StreamOptions) => void,
): streams.ReadReq.Options => {
  const from = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream));
  place(from);
  // The whole log and a stream are mutually exclusive: setting one clears the other.
  return readAllOptions().setStream(from);
};

export const subscription = (options: streams.ReadReq.Options): streams.ReadReq.Options =>
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());

export interface Answers {
  readonly messages: streams.ReadResp[];
  /** The error that ended the call, if any. */
  readonly fault: ServiceError | undefined;
}

/** Runs a read to its end. */
export const read = async (
  client: streamsGrpc.StreamsClient,
  options: streams.ReadReq.Options,
): Promise<Answers> => {
  const call = client.read(new streams.ReadReq().setOptions(options));
  const messages: streams.ReadResp[] = [];
  let fault: ServiceError | undefined;
  call.on('data', (message: streams.ReadResp) => messages.push(message));
  call.on('error', (error: ServiceError) => {
    fault = error;
  });
  await new Promise((resolve) => call.on('close', resolve).on('end', resolve));
  if (fault === undefined) await new Promise(setImmediate);
  return { messages, fault };
};

export const proposal = (id: string = randomUUID()): streams.BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage().setId(new shared.UUID().setString(id));
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json');
  return message.setData(Buffer.from('{}').toString('base64'));
};

/** The first message of a classic append. */
export const appendOptions = (stream: string): streams.AppendReq =>
  new streams.AppendReq().setOptions(
    new streams.AppendReq.Options().setStreamIdentifier(identifier(stream)).setAny(empty()),
  );

/** A later message of a classic append: one event. */
export const appendedEvent = (
  id: shared.UUID = new shared.UUID().setString(randomUUID()),
): streams.AppendReq => {
  const message = new streams.AppendReq.ProposedMessage().setId(id);
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json');
  return new streams.AppendReq().setProposedMessage(message.setData(Buffer.from('{}').toString('base64')));
};

/** @param deadline seconds since 1970 until which the client would wait */
export const batchOptions = (stream: string, deadline = 0): streams.BatchAppendReq.Options => {
  const bytes = deadline === 0 ? Buffer.alloc(0) : bytesField(6, numberField(1, deadline));
  return (
    streams.BatchAppendReq.Options.deserializeBinary(bytes)
      .setStreamIdentifier(identifier(stream))
      // The request needs a google.protobuf.Empty here, whose bytes are those of any empty message.
      .setAny(empty() as unknown as NonNullable<ReturnType<streams.BatchAppendReq.Options['getAny']>>)
  );
};

export interface Chunk {
  readonly correlation: string;
  readonly options?: streams.BatchAppendReq.Options;
  readonly events?: readonly streams.BatchAppendReq.ProposedMessage[];
  readonly final?: boolean;
}

export const batchRequest = ({ correlation, options, events = [], final = true }: Chunk) =>
  new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlation))
    .setOptions(options)
    .setProposedMessagesList([...events])
    .setIsFinal(final);

/** The next `count` responses of a batch-append call. */
export const answers = async (call: BatchCall, count: number): Promise<streams.BatchAppendResp[]> => {
  const found: streams.BatchAppendResp[] = [];
  const take = (answer: streams.BatchAppendResp): void => {
    found.push(answer);
  };
  call.on('data', take);
  while (found.length < count) await once(call, 'data');
  call.off('data', take);
  return found;
};

export const correlationOf = (answer: streams.BatchAppendResp): string =>
  answer.getCorrelationId()?.getString() ?? '';
