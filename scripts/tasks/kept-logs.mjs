// Searches the logs of a whole test run for data that no log may contain.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets recognizable by their form. The end of an address must be letters: `name@1.2.3` is a package. */
const forms = {
  'an e-mail address': /[\w.+-]+(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/i,
  'an access token': /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  'a refresh token, or the token of a link':
    /(?<![\w+/=-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w+/=-])/,
  'a password': /\b(?:pass|tide) [0-9a-f]{8}-[0-9a-f]{4}-|:\/\/[^\s/:@"]+:(?!\*|\[|x+@)[^\s/@"]+@/,
  'a Social Security number': /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/,
};

/** Tax ids, Social Security numbers and account numbers in test sources, with and without dashes. */
export const numbersIn = (source) =>
  [
    ...source.matchAll(/(?:tax_?id|ssn|account_?number)['"]?\s*(?:[:=,(]|\.fill\()\s*['"]([\d-]{6,})['"]/gi),
  ].flatMap(([, number]) => [number, number.replaceAll('-', '')]);

/** The numbers of every source file in a directory tree. */
export const numbersOf = (directory) =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : numbersOf(path);
    return path.endsWith('.ts') ? numbersIn(readFileSync(path, 'utf8')) : [];
  });

/** Whether a line has a word on its own, not as part of a longer number. Few lines have it at all, which is quick to see. */
const hasAsAWhole = (line, word) =>
  line.includes(word) && new RegExp(`(?<!\\d)${word.replace(/[^\w ]/g, '\\$&')}(?!\\d)`).test(line);

/** Kinds of forbidden data in a line, never the data itself. */
export const findSecrets = (line, known) => [
  ...Object.entries(forms).flatMap(([what, form]) => (form.test(line) ? [what] : [])),
  ...(known.some((secret) => hasAsAWhole(line, secret))
    ? ['a password, token or number that a test made up']
    : []),
];

const namesIn = (directory, end) => readdirSync(directory).filter((name) => name.endsWith(end));
const linesOf = (path) => readFileSync(path, 'utf8').split('\n').filter(Boolean);

/** Searches all logs in a directory. */
export const searchLogs = (directory, numbers) => {
  const secrets = namesIn(directory, '.secrets').flatMap((name) => linesOf(join(directory, name)));
  // Short words would match everywhere.
  const known = [...new Set([...secrets, ...numbers])].filter(({ length }) => length >= 8);
  const found = [];
  let lines = 0;
  const logs = namesIn(directory, '.log');
  for (const name of logs) {
    for (const [index, line] of linesOf(join(directory, name)).entries()) {
      lines += 1;
      for (const what of findSecrets(line, known)) found.push(`${name}:${index + 1} holds ${what}`);
    }
  }
  return { logs: logs.length, lines, known: known.length, found };
};
