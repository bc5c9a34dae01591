import { expectations } from '../domain/expected-revision.js';
import type { Outcome } from '../domain/outcome.js';
import { success } from './batch-append-response.js';
import { bytesField, numberField, positionField } from './protobuf-writer.js';

type Answered = Extract<
  Outcome,
  { readonly kind: 'written' | 'nothing to write' | 'wrong expected revision' }
>;

/** `event_store.client.streams.AppendResp`: here a wrong expected revision is a response, not an error. */
export const encodeAppendResponse = (expected: number, outcome: Answered): Buffer =>
  outcome.kind === 'wrong expected revision'
    ? bytesField(
        2,
        outcome.current < 0 ? bytesField(7) : numberField(6, outcome.current),
        expected >= 0 ? numberField(8, expected) : bytesField(expectationField(expected)),
      )
    : bytesField(1, ...success(outcome));

const expectationField = (expected: number): number => {
  if (expected === expectations.noStream) return 11;
  return expected === expectations.streamExists ? 10 : 9;
};

/** `DeleteResp` and `TombstoneResp`. */
export const encodeDeletionResponse = (position: number): Buffer => positionField(1, position);
