import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import { expectations } from '../domain/expected-revision.js';
import { longestWork } from '../log/writer.js';

/** Options common to append, delete and tombstone requests. */
interface WriteOptions {
  readonly hasNoStream: () => boolean;
  readonly hasAny: () => boolean;
  readonly hasStreamExists: () => boolean;
  readonly getRevision: () => string;
}

/** The revision a writer expects, or one of `expectations`. */
export const expectedRevision = (options: WriteOptions): number => {
  if (options.hasNoStream()) return expectations.noStream;
  if (options.hasAny()) return expectations.any;
  if (options.hasStreamExists()) return expectations.streamExists;
  return Number(options.getRevision());
};

/** The name in UTF-8; empty when there is none. */
export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

/** The latest start of a write, in milliseconds since 1970. */
export const deadlineOf = (call: { readonly getDeadline: () => Date | number }): number =>
  Math.min(Number(call.getDeadline()), Date.now() + longestWork);
