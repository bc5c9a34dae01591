import {
  CancelledError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventStoreError,
  EventStoreFault,
  EventStoreUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
} from './errors.js';
import type { ExpectedRevision, StreamRevision } from './types.js';

const unavailable = 14;
const hasCode = (error: unknown, code: number): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** The deletion paths answer in numbers what the append paths answer in words. */
const revisionOf = (version: unknown): StreamRevision | 'unknown' => {
  if (version === 'no_stream' || version === -1n) return 'no_stream';
  return typeof version === 'bigint' ? version : 'unknown';
};

/** What went wrong with a read or a subscription. */
export const failureOf = (error: unknown): EventStoreError => {
  if (error instanceof EventStoreError) return error;
  if (error instanceof StreamDeletedError) return new StreamDeleted(error.streamName);
  const lost =
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    error instanceof DeadlineExceededError ||
    error instanceof TimeoutError ||
    // While the client asks what the server supports, it hands on the bare gRPC error.
    hasCode(error, unavailable);
  return lost ? new EventStoreUnavailable(error) : new EventStoreFault(error);
};

/**
 * What went wrong with an append. The bare gRPC error comes from the question that precedes the first append, so
 * nothing was sent; every other lost connection leaves the outcome open.
 */
export const appendFailureOf = (
  error: unknown,
  stream: string,
  expected: ExpectedRevision,
): EventStoreError => {
  if (error instanceof WrongExpectedVersionError) {
    return new WrongExpectedRevision(stream, expected, revisionOf(error.actualVersion));
  }
  if (error instanceof MaxAppendSizeExceededError) return new AppendTooLarge(stream, error);
  const failure = failureOf(error);
  const sent = !(hasCode(error, unavailable) && !(error instanceof UnavailableError));
  return failure instanceof EventStoreUnavailable && sent ? new AppendOutcomeUnknown(stream, error) : failure;
};
