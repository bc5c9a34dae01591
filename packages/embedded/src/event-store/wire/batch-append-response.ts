import { expectations } from '../domain/expected-revision.js';
import type { Outcome, Refusal } from '../domain/outcome.js';
import { longestAppend } from '../domain/proposal.js';
import { bytesField, numberField, positionField, streamField, textField } from './protobuf-writer.js';

export interface AnsweredAppend {
  readonly correlation: Buffer;
  readonly stream: string;
  readonly expected: number;
}

/** `event_store.client.streams.BatchAppendResp`. The client needs the stream and, for errors, the details. */
export const encodeBatchAppendResponse = (append: AnsweredAppend, outcome: Outcome): Buffer =>
  Buffer.concat([
    bytesField(1, append.correlation),
    outcome.kind === 'written' || outcome.kind === 'nothing to write'
      ? bytesField(3, ...success(outcome))
      : bytesField(2, ...failure(append, outcome)),
    streamField(4, append.stream),
  ]);

const empty = (field: number): Buffer => bytesField(field);

/** Fields of a success, identical in `BatchAppendResp` and `AppendResp`. */
export const success = (
  outcome: Extract<Outcome, { readonly kind: 'written' | 'nothing to write' }>,
): readonly Buffer[] => [
  outcome.revision < 0 ? empty(2) : numberField(1, outcome.revision),
  outcome.kind === 'written' ? positionField(3, outcome.position) : empty(4),
];

/** `google.rpc.Status`. */
const failure = (append: AnsweredAppend, refusal: Refusal): readonly Buffer[] => {
  const { code, message, type, details } = statusOf(append, refusal);
  return [
    numberField(1, code),
    textField(2, message),
    bytesField(3, textField(1, `type.googleapis.com/event_store.client.${type}`), bytesField(2, ...details)),
  ];
};

interface Status {
  readonly code: number;
  readonly message: string;
  readonly type: string;
  readonly details: readonly Buffer[];
}

const statusOf = ({ stream, expected }: AnsweredAppend, refusal: Refusal): Status => {
  switch (refusal.kind) {
    case 'wrong expected revision':
      return {
        code: 6,
        message: 'Wrong expected version.',
        type: 'WrongExpectedVersion',
        details: [
          refusal.current < 0 ? empty(2) : numberField(1, refusal.current),
          expected >= 0 ? numberField(3, expected) : empty(expectationField(expected)),
        ],
      };
    case 'stream deleted':
      return {
        code: 5,
        message: 'Stream deleted.',
        type: 'StreamDeleted',
        details: [streamField(1, stream)],
      };
    case 'too large':
      return {
        code: 3,
        message: 'Maximum append size exceeded.',
        type: 'MaximumAppendSizeExceeded',
        details: [numberField(1, longestAppend)],
      };
    case 'access denied':
      return { code: 7, message: 'Access Denied.', type: 'AccessDenied', details: [] };
    case 'timeout':
      return { code: 4, message: 'Timeout.', type: 'Timeout', details: [] };
    case 'bad request':
      return {
        code: 3,
        message: refusal.reason,
        type: 'BadRequest',
        details: [textField(1, refusal.reason)],
      };
    case 'failed':
      return { code: 2, message: refusal.reason, type: 'Unknown', details: [] };
  }
};

const expectationField = (expected: number): number => {
  if (expected === expectations.noStream) return 6;
  return expected === expectations.streamExists ? 5 : 4;
};
