import type { ProposedEvent } from './event.js';

/** Maximum bytes of data and metadata in one append, the limit production has had up to version 25.0. */
export const longestAppend = 1024 * 1024;

/** The most events in one append: other writers wait while they are stored. */
export const mostEvents = 10_000;

/** Bytes of data and metadata. */
export const sizeOf = (event: ProposedEvent): number => event.data.length + event.metadata.length;

const zeroId = Buffer.alloc(16);

/** What is wrong with a proposed event; undefined when it is valid. */
export const proposalFault = ({ id, type }: ProposedEvent): string | undefined => {
  if (id.length !== 16 || id.equals(zeroId)) return 'The id of an event must be a UUID other than zero.';
  if (type === '') return 'The type of an event must not be empty.';
  if (type.includes('\0')) return 'The type of an event must not hold the character NUL.';
  return undefined;
};
