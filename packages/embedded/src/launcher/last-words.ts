/** Frames, properties and causes of an error are indented; the rest is what Node writes around it. */
const beside =
  /^(\s|$|\^|[{}\]]|node:|file:\/\/|Node\.js v|Emitted '|<---|-----|\[\d+:|\/.*:\d+$|\(Use `node|\(node:\d+\))/;
/** Errors of PostgreSQL's client are called `error`. */
const named = /^[\w$.]*(error|fault|exception)\b/i;

/** The last error that a part printed, without its stack trace. Empty when there is none. */
export const lastWords = (written: string): string => {
  const lines = written.split('\n');
  const fatal = lines.find((line) => line.startsWith('FATAL ERROR'));
  if (fatal) return fatal;
  const last = lines.findLastIndex((line) => !beside.test(line));
  if (last < 0) return '';
  // A message may have several lines: the one that names the error comes first.
  const above = lines.slice(0, last + 1);
  const message = above.slice(above.findLastIndex((line) => beside.test(line)) + 1);
  return message.find((line) => named.test(line)) ?? message.at(-1) ?? '';
};
