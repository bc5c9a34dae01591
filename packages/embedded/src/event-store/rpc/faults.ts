import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import type { Refusal } from '../domain/outcome.js';
import { longestAppend } from '../domain/proposal.js';

/** Ends a call with an error: the client first looks at the trailer `exception`, then at the code. */
export class CallFault extends Error implements Partial<StatusObject> {
  override readonly name = 'CallFault';
  readonly metadata: Metadata;

  constructor(
    readonly code: status,
    readonly details: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, headerText(value));
  }
}

const printable = /^[\x20-\x7e]*$/;

/** A header may hold only printable ASCII. */
const headerText = (text: string): string => (printable.test(text) ? text : encodeURIComponent(text));

/** The client makes its own error of this from the trailers: the stream was deleted permanently. */
export const streamDeleted = (stream: string): CallFault =>
  new CallFault(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** The request is none that the protocol knows. */
export const badRequest = (reason: string): CallFault => new CallFault(status.INVALID_ARGUMENT, reason);

/** The client makes its own error of the trailer: it may not do that, or not without a user. */
export const accessDenied = (): CallFault =>
  new CallFault(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

/** As a real node has it: a read from a place within an event ends with one code, a subscription with another. */
export const invalidPosition = {
  read: (): CallFault => new CallFault(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition'),
  subscription: (): CallFault =>
    new CallFault(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.'),
};

/** An unknown user, or a wrong password. */
export const unauthenticated = (): CallFault => new CallFault(status.UNAUTHENTICATED, 'Unauthenticated');

/** The code with which the server ends long calls when it stops: the client reconnects. */
export const shuttingDown = (): CallFault =>
  new CallFault(status.CANCELLED, 'The event store is shutting down.');

/** The code with which a write ends that the server did not begin any more. */
export const unavailable = (): CallFault =>
  new CallFault(status.UNAVAILABLE, 'The event store is shutting down.');

/** Without details, which are in the log. */
export const internal = (): CallFault =>
  new CallFault(status.UNKNOWN, 'The event store could not read its database.');

/** The client makes its own error of this from the trailers: an event without its type or its content type. */
export const missingMetadata = (): CallFault =>
  new CallFault(status.INVALID_ARGUMENT, "Required Metadata Property 'type' or 'content-type' is missing.", {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** A refused append or deletion in a call without its own message for it. */
export const refusalFault = (stream: string, expected: number, refusal: Refusal): CallFault => {
  switch (refusal.kind) {
    case 'wrong expected revision':
      return new CallFault(
        status.FAILED_PRECONDITION,
        `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, ` +
          `Actual version: ${refusal.current}`,
        {
          exception: 'wrong-expected-version',
          'stream-name': stream,
          'expected-version': String(expected),
          'actual-version': String(refusal.current),
        },
      );
    case 'stream deleted':
      return streamDeleted(stream);
    case 'too large':
      return new CallFault(status.INVALID_ARGUMENT, `Maximum Append Size of ${longestAppend} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(longestAppend),
      });
    case 'access denied':
      return accessDenied();
    case 'timeout':
      return new CallFault(status.ABORTED, 'Operation timed out: it may or may not be written.');
    case 'bad request':
      return badRequest(refusal.reason);
    case 'failed':
      return new CallFault(status.UNKNOWN, refusal.reason);
  }
};
