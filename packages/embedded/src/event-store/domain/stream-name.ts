const metaPrefix = '$$';

/** The longest name in bytes: a PostgreSQL index entry cannot hold more. */
const longestName = 2_000;

/** The stream that holds the metadata of `stream`. */
export const metaStreamOf = (stream: string): string => metaPrefix + stream;

/** Whether it is a stream of another stream's metadata. */
export const isMetaStream = (stream: string): boolean => stream.startsWith(metaPrefix);

/** The stream itself, or the one whose metadata it holds: both share one state. */
export const baseStreamOf = (stream: string): string =>
  isMetaStream(stream) ? stream.slice(metaPrefix.length) : stream;

/** Whether a name is too long for any stream. */
export const isTooLong = (stream: string): boolean =>
  stream.length > longestName || Buffer.byteLength(stream) > longestName;

/** What is wrong with a name for writing; undefined when nothing is. */
export const streamNameFault = (stream: string): string | undefined => {
  if (stream === '' || stream === metaPrefix) return 'The name of a stream must not be empty.';
  if (stream.includes('\0')) return 'The name of a stream must not hold the character NUL.';
  if (isMetaStream(baseStreamOf(stream))) return 'The metadata of a stream have no metadata of their own.';
  if (isTooLong(stream)) {
    return `The name of a stream must not be longer than ${longestName} bytes.`;
  }
  return undefined;
};
