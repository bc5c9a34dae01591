const metaPrefix = '$$';

/** The longest name in bytes: an index entry of PostgreSQL holds no more. */
const longestName = 2_000;

/** The stream in which the metadata of `stream` stand. */
export const metaStreamOf = (stream: string): string => metaPrefix + stream;

/** Whether the metadata of another stream stand in it. */
export const isMetaStream = (stream: string): boolean => stream.startsWith(metaPrefix);

/** The stream that `stream` is or describes: both share one state. */
export const baseStreamOf = (stream: string): string =>
  isMetaStream(stream) ? stream.slice(metaPrefix.length) : stream;

/** Whether no stream can have a name as long as this. */
export const isTooLong = (stream: string): boolean =>
  stream.length > longestName || Buffer.byteLength(stream) > longestName;

/** What is wrong with a name to which someone wants to write; undefined when nothing is. */
export const streamNameFault = (stream: string): string | undefined => {
  if (stream === '' || stream === metaPrefix) return 'The name of a stream must not be empty.';
  if (stream.includes('\0')) return 'The name of a stream must not hold the character NUL.';
  if (isMetaStream(baseStreamOf(stream))) return 'The metadata of a stream have no metadata of their own.';
  if (isTooLong(stream)) {
    return `The name of a stream must not be longer than ${longestName} bytes.`;
  }
  return undefined;
};
