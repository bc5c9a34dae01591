import { openS3 } from '../s3/client.js';
import type { S3Place } from '../s3/place.js';

/** Where checkpoints are mirrored, each an object of its own. */
export interface Bucket {
  /** Never over another: putting the same again is harmless. @throws when it was not taken, or another lies there */
  put(name: string, line: string): Promise<void>;
  /** All that lies there, a line each, in the order of their names. @throws when it cannot be read */
  readAll(signal: AbortSignal, onProgress: (read: number) => void): Promise<string[]>;
}

/** Objects that are read at a time, and at most in all: a checkpoint an hour for more than a century. */
const atOnce = 8;
const mostObjects = 1_000_000;
/** Bytes of one object, and of one page of names. */
const longestLine = 10_000;
const longestPage = 2_000_000;

/** Names that this product gives. */
const key = /<Key>checkpoints\/((?:key-[0-9a-f]{64})|(?:\d{12}-[0-9a-f]{64}))\.json<\/Key>/g;
const continuation = /<NextContinuationToken>([^<]{1,1000})<\/NextContinuationToken>/;

const unescaped = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
  );

const pathOf = (name: string): string => `/checkpoints/${name}.json`;

export const openBucket = (place: S3Place): Bucket => {
  const ask = openS3(place, 0);
  const get = async (path: string, longest: number, signal?: AbortSignal): Promise<string> => {
    const answer = await ask(path, { longest, signal });
    if (!answer.ok) throw new Error(`the object store answered ${answer.status}`);
    return answer.body.toString();
  };
  const namesAfter = async (token: string | undefined, signal: AbortSignal) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: 'checkpoints/' });
    if (token !== undefined) query.set('continuation-token', token);
    const page = await get(`?${query}`, longestPage, signal);
    const next = continuation.exec(page)?.[1];
    return {
      names: [...page.matchAll(key)].flatMap(([, name]) => name ?? []),
      next: next === undefined ? undefined : unescaped(next),
    };
  };
  return {
    async put(name, line) {
      const headers = { 'if-none-match': '*', 'content-type': 'application/json' };
      const answer = await ask(pathOf(name), { method: 'PUT', body: line, headers });
      if (answer.ok) return;
      // The object exists already: it has to be the same.
      if (answer.status !== 412) throw new Error(`the object store answered ${answer.status}`);
      if ((await get(pathOf(name), longestLine)) !== line)
        throw new Error(`another ${name}.json lies in the bucket`);
    },
    async readAll(signal, onProgress) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const page = await namesAfter(token, signal);
        names.push(...page.names);
        token = page.next;
      } while (token !== undefined && names.length < mostObjects);
      const lines: string[] = [];
      for (let from = 0; from < names.length; from += atOnce) {
        const some = names.slice(from, from + atOnce);
        lines.push(...(await Promise.all(some.map((name) => get(pathOf(name), longestLine, signal)))));
        onProgress(lines.length);
      }
      return lines;
    },
  };
};
