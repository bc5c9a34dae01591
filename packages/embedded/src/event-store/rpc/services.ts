import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  DeleteReq,
  ReadReq,
  TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  ServiceDefinition,
} from '@grpc/grpc-js';
import { type BatchAppendChunk, decodeBatchAppendRequest } from '../wire/batch-append-request.js';
import { encodeEvent } from '../wire/recorded-event.js';
import type { Answer } from './outlet.js';

/** Handlers encode responses, except events. */
const asIs = (message: Buffer): Buffer => message;
const encodeAnswer = (answer: Answer): Buffer => (Buffer.isBuffer(answer) ? answer : encodeEvent(answer));

const { read, append, batchAppend, delete: softDelete, tombstone } = streams.StreamsService;

/** The client's own service definition, except for messages encoded by hand. */
export const streamsService: ServiceDefinition = {
  read: { ...read, responseSerialize: encodeAnswer },
  append: { ...append, responseSerialize: asIs },
  batchAppend: { ...batchAppend, requestDeserialize: decodeBatchAppendRequest, responseSerialize: asIs },
  delete: { ...softDelete, responseSerialize: asIs },
  tombstone: { ...tombstone, responseSerialize: asIs },
};

export interface StreamsHandlers {
  readonly read: handleServerStreamingCall<ReadReq, Answer>;
  readonly append: handleClientStreamingCall<AppendReq, Buffer>;
  readonly batchAppend: handleBidiStreamingCall<BatchAppendChunk, Buffer>;
  readonly delete: handleUnaryCall<DeleteReq, Buffer>;
  readonly tombstone: handleUnaryCall<TombstoneReq, Buffer>;
}
