import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryToOperate } from '@groundswell/e2e';

/** What an operator command printed with `--json`. */
export type Document = Readonly<Record<string, unknown>>;

/** `npm run ops -- …` against the instance that runs on a data directory. @throws when it exits with anything but 0 or 1 */
export const operate = async (
  dataDirectory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Document> => {
  const asked = [...words, '--json'];
  const { code, notes, document } = await tryToOperate({ dataDirectory }, asked, environment);
  if (code !== 0 && code !== 1) throw new Error(`ops ${words.join(' ')} ended with ${code}:\n${notes}`);
  return document;
};

/** Addresses that the instance handed to operators. */
export const variablesOf = (dataDirectory: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(dataDirectory, 'operator.json'), 'utf8'));

const hook = new URL('note-connections/main.js', import.meta.url).href;

/** Runs a command and lists what it connected to besides the log and the read models. */
export const operateWatched = async (
  dataDirectory: string,
  words: readonly string[],
): Promise<{ readonly document: Document; readonly outward: readonly string[] }> => {
  const file = join(dataDirectory, 'connections.txt');
  const document = await operate(dataDirectory, words, {
    NODE_OPTIONS: `--import=${hook}`,
    NOTE_CONNECTIONS: file,
  });
  const { DATABASE_URL, EVENTSTORE_URL } = variablesOf(dataDirectory);
  const inward = new Set(
    [DATABASE_URL, EVENTSTORE_URL].map((url) => new URL((url ?? '').replace('esdb:', 'http:')).port),
  );
  const ports = readFileSync(file, 'utf8').trim().split('\n');
  if (!ports.some((port) => inward.has(port))) throw new Error('the connections were not noted');
  return { document, outward: ports.filter((port) => !inward.has(port)) };
};
