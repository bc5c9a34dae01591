import { isOutage } from '@groundswell/platform/database';
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

/** The stream was permanently deleted. The client creates its own error from the trailers. */
export const streamDeleted = (stream: string): CallFault =>
  new CallFault(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** The request violates the protocol. */
export const badRequest = (reason: string): CallFault => new CallFault(status.INVALID_ARGUMENT, reason);

/** Access denied, or no user given. The client creates its own error from the trailer. */
export const accessDenied = (): CallFault =>
  new CallFault(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

/** As on a real node: reading from a position within an event ends with one code, subscribing with another. */
export const invalidPosition = {
  read: (): CallFault => new CallFault(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition'),
  subscription: (): CallFault =>
    new CallFault(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.'),
};

/** An unknown user, or a wrong password. */
export const unauthenticated = (): CallFault => new CallFault(status.UNAUTHENTICATED, 'Unauthenticated');

/** Ends long calls when the server stops: what a client says of a real node, which ends them without a status. */
export const cutOff = (): CallFault =>
  new CallFault(status.INTERNAL, 'Received RST_STREAM with code 0 (Call ended without gRPC status)');

/** Ends a write that the server did not start. */
export const unavailable = (): CallFault =>
  new CallFault(status.UNAVAILABLE, 'The event store is shutting down.');

/** A read that failed, without details, which are in the log. Where the database is away, the next read may be answered. */
export const unreadable = (fault: unknown): CallFault =>
  new CallFault(
    isOutage(fault) ? status.UNAVAILABLE : status.UNKNOWN,
    'The event store could not read its database.',
  );

/** An event lacks its type or content type. The client creates its own error from the trailers. */
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
