import { bytesField, numberField, positionField, streamField, textField } from './protobuf-writer.js';
import { type EncodableEvent, encodeRecordedEvent } from './recorded-event.js';

/** Messages of `event_store.client.streams.ReadResp`. */
export const encodeConfirmation = (subscription: string): Buffer => bytesField(2, textField(1, subscription));

/** Everything up to a position was delivered or does not match. */
export const encodeCheckpoint = (position: number): Buffer => positionField(3, position);

/** There is no such stream. */
export const encodeStreamNotFound = (stream: string): Buffer => bytesField(4, streamField(1, stream));

/** From here on events come as they are appended. */
export const caughtUp: Buffer = bytesField(8);

/** A resolved link: the event that it points to, unless that is gone, and the link itself, whose place counts. */
export const encodeResolvedLink = (event: EncodableEvent | undefined, link: EncodableEvent): Buffer =>
  bytesField(
    1,
    ...(event === undefined ? [] : [bytesField(1, encodeRecordedEvent(event))]),
    bytesField(2, encodeRecordedEvent(link)),
    numberField(3, link.position),
  );
