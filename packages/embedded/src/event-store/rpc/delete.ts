import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData } from '@grpc/grpc-js';
import { isMetaStream, streamNameFault } from '../domain/stream-name.js';
import type { EventLog } from '../log/event-log.js';
import type { Wish } from '../log/group.js';
import { encodeDeletionResponse } from '../wire/append-response.js';
import { accessDenied, badRequest, refusalFault } from './faults.js';
import type { OpenCalls } from './open-calls.js';
import { deadlineOf, expectedRevision, streamName } from './write-request.js';

interface DeletionCall {
  readonly request: DeleteReq | TombstoneReq;
  readonly getDeadline: () => Date | number;
  readonly cancelled: boolean;
}

/** `Streams.Delete` and `Streams.Tombstone`: a reversible deletion and a permanent one. */
export const deletionHandler =
  (log: EventLog, calls: OpenCalls, kind: Exclude<Wish['kind'], 'append'>) =>
  (call: DeletionCall, callback: sendUnaryData<Buffer>): void => {
    const answer = calls.answering(callback);
    const options = call.request.getOptions();
    const stream = streamName(options?.getStreamIdentifier());
    // Refused for every caller, as by a node with users; a node without users allows it.
    if (isMetaStream(stream)) {
      answer(accessDenied());
      return;
    }
    const reason = streamNameFault(stream);
    if (options === undefined || reason !== undefined) {
      answer(badRequest(reason ?? 'The options of the deletion are missing.'));
      return;
    }
    const expected = expectedRevision(options);
    log.writer.submit({
      kind,
      stream,
      expected,
      events: [],
      deadline: deadlineOf(call),
      withdrawn: () => call.cancelled,
      settle: (outcome) => {
        if (outcome.kind === 'written') answer(null, encodeDeletionResponse(outcome.position));
        else if (outcome.kind === 'nothing to write') answer(null, Buffer.alloc(0));
        else answer(refusalFault(stream, expected, outcome));
      },
    });
  };
