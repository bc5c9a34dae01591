import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '../domain/event.js';
import { longestAppend, mostEvents, proposalFault, sizeOf } from '../domain/proposal.js';
import { streamNameFault } from '../domain/stream-name.js';
import type { EventLog } from '../log/event-log.js';
import { encodeAppendResponse } from '../wire/append-response.js';
import { uuidFromText } from '../wire/uuid.js';
import { badRequest, CallFault, missingMetadata, refusalFault, unavailable } from './faults.js';
import type { OpenCalls } from './open-calls.js';
import type { StreamsHandlers } from './services.js';
import { deadlineOf, expectedRevision, streamName } from './write-request.js';

/** `Streams.Append`: one append as a stream of events. The client uses it when a call has credentials. */
export const appendHandler =
  (log: EventLog, calls: OpenCalls): StreamsHandlers['append'] =>
  (call, callback) => {
    const answer = calls.answering(callback);
    let options: AppendReq.Options | undefined;
    let bytes = 0;
    let over = false;
    const events: ProposedEvent[] = [];
    const fail = (fault: CallFault): void => {
      over = true;
      answer(fault);
    };
    const take = (message: AppendReq): void => {
      options ??= message.getOptions();
      const proposed = message.getProposedMessage();
      if (proposed === undefined) return;
      const event = proposedEvent(proposed);
      bytes += sizeOf(event);
      events.push(event);
      if (bytes > longestAppend || events.length > mostEvents) {
        throw refusalFault(streamName(options?.getStreamIdentifier()), 0, { kind: 'too large' });
      }
    };
    call.on('data', (message: AppendReq) => {
      if (over) return;
      try {
        take(message);
      } catch (fault) {
        if (!(fault instanceof CallFault)) throw fault;
        fail(fault);
      }
    });
    const write = (): void => {
      const stream = streamName(options?.getStreamIdentifier());
      const reason = streamNameFault(stream);
      if (options === undefined || reason !== undefined) {
        fail(badRequest(reason ?? 'The options of the append are missing.'));
        return;
      }
      const expected = expectedRevision(options);
      log.writer.submit({
        kind: 'append',
        stream,
        expected,
        events,
        deadline: deadlineOf(call),
        withdrawn: () => call.cancelled,
        settle: (outcome) => {
          switch (outcome.kind) {
            case 'written':
            case 'nothing to write':
            case 'wrong expected revision':
              answer(null, encodeAppendResponse(expected, outcome));
              return;
            default:
              answer(refusalFault(stream, expected, outcome));
          }
        },
      });
    };
    call.on('cancelled', () => {
      if (!over) fail(unavailable());
    });
    call.on('end', () => {
      if (!over) write();
    });
  };

/** A UUID is text, or two signed 64-bit numbers in decimal text. */
const idOf = (uuid: UUID | undefined): Buffer => {
  const structured = uuid?.getStructured();
  if (structured === undefined) return uuidFromText(uuid?.getString() ?? '');
  const id = Buffer.alloc(16);
  id.writeBigInt64BE(BigInt(structured.getMostSignificantBits()), 0);
  id.writeBigInt64BE(BigInt(structured.getLeastSignificantBits()), 8);
  return id;
};

const proposedEvent = (proposed: AppendReq.ProposedMessage): ProposedEvent => {
  const map = proposed.getMetadataMap();
  const type = map.get('type');
  const contentType = map.get('content-type');
  if (type === undefined || contentType === undefined) throw missingMetadata();
  const event = {
    id: idOf(proposed.getId()),
    type,
    json: contentType === 'application/json',
    data: Buffer.from(proposed.getData_asU8()),
    metadata: Buffer.from(proposed.getCustomMetadata_asU8()),
  };
  const fault = proposalFault(event);
  if (fault !== undefined) throw badRequest(fault);
  return event;
};
