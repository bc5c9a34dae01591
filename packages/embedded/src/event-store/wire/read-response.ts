import { beforeAll, type Checkpoint } from '../domain/checkpoint-cadence.js';
import { bytesField, numberField, streamField, textField } from './protobuf-writer.js';
import { type EncodableEvent, encodeRecordedEvent } from './recorded-event.js';

/** Messages of `event_store.client.streams.ReadResp`. */
export const encodeConfirmation = (subscription: string): Buffer => bytesField(2, textField(1, subscription));

/** The varint of 2^64 - 1, which a double cannot hold. */
const greatestVarint = Buffer.from([...Array(9).fill(0xff), 0x01]);
const beforeEverything = bytesField(
  3,
  Buffer.from([1 << 3]),
  greatestVarint,
  Buffer.from([2 << 3]),
  greatestVarint,
);

/** Everything up to a position was delivered or does not match. */
export const encodeCheckpoint = ({ commit, prepare }: Checkpoint): Buffer =>
  commit === beforeAll ? beforeEverything : bytesField(3, numberField(1, commit), numberField(2, prepare));

/** The stream does not exist. */
export const encodeStreamNotFound = (stream: string): Buffer => bytesField(4, streamField(1, stream));

/** From here on events are sent as they are appended. */
export const caughtUp: Buffer = bytesField(8);

/** A resolved link: its target, unless that was deleted, and the link itself, whose place counts. */
export const encodeResolvedLink = (event: EncodableEvent | undefined, link: EncodableEvent): Buffer =>
  bytesField(
    1,
    ...(event === undefined ? [] : [bytesField(1, encodeRecordedEvent(event))]),
    bytesField(2, encodeRecordedEvent(link)),
    numberField(3, link.position),
  );
