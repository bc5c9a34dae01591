/** Lines that are not the message: indented frames, properties and causes, and what Node prints around an error. */
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
  // A message may span several lines: prefer the first one that names an error.
  const above = lines.slice(0, last + 1);
  const message = above.slice(above.findLastIndex((line) => beside.test(line)) + 1);
  return message.find((line) => named.test(line)) ?? message.at(-1) ?? '';
};
