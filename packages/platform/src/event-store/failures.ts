import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
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
import { denialOf, isCutOff, isLeaderless, reasonOf } from './reasons.js';
import type { ExpectedRevision, StreamRevision } from './types.js';

/** Cancelled, deadline exceeded, unavailable. */
const awayCodes = [1, 4, 14];
const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof Error && codes.includes(Reflect.get(error, 'code'));

/** Whether the store did not answer, as opposed to refusing. */
const isAway = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof CancelledError ||
  error instanceof DeadlineExceededError ||
  error instanceof TimeoutError ||
  isLeaderless(error) ||
  denialOf(error) !== undefined ||
  isUnhandled(error) ||
  isCutOff(error) ||
  // Before it has a connection, the client passes on a bare gRPC error, or that it found no host.
  hasCode(error, ...awayCodes) ||
  isUndiscovered(error);

/** A node that is starting, or overloaded, answers an append this way. */
const isUnhandled = (error: unknown): boolean =>
  error instanceof UnknownError && /Server Is|No leader info/.test(error.message);

/** No host of a cluster named its members. */
export const isUndiscovered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Failed to discover');

/** The deletion calls answer with numbers where the append calls answer with names. */
const revisionOf = (version: unknown): StreamRevision | 'unknown' => {
  if (version === 'no_stream' || version === -1n) return 'no_stream';
  return typeof version === 'bigint' ? version : 'unknown';
};

/** What went wrong with a read or a subscription. */
export const failureOf = (error: unknown): EventStoreError => {
  if (error instanceof EventStoreError) return error;
  if (error instanceof StreamDeletedError) return new StreamDeleted(error.streamName);
  return isAway(error) ? new EventStoreUnavailable(error, reasonOf(error)) : new EventStoreFault(error);
};

/** Whether an append failed before anything of it was sent, or was refused whole. */
const isUnwritten = (error: unknown): boolean =>
  isBare(error) || denialOf(error) !== undefined || isUnhandled(error);

/** Whether an error comes from before the append: from looking for the server, or from asking what it supports. */
const isBare = (error: unknown): boolean => error instanceof Error && !isCommandError(error);

/**
 * Whether the client keeps such an error for all later calls. It forgets only that a server is unavailable.
 */
export const isKept = (error: unknown): boolean => isBare(error) && !hasCode(error, 14);

/** Whether the store failed without a cause that the client knows, so that it may have written. */
const hasNoCause = (error: unknown): boolean =>
  error instanceof UnknownError && !isUnhandled(error) && !error.message.startsWith('Could not recognize');

/**
 * What went wrong with an append. A connection that was lost after it was sent, and a store that failed, leave the outcome
 * open.
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
  const isOpen = failure instanceof EventStoreUnavailable ? !isUnwritten(error) : hasNoCause(error);
  return isOpen ? new AppendOutcomeUnknown(stream, failure) : failure;
};
