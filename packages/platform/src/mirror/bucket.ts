import { type S3Place, signedHeaders } from './s3-request.js';

/** Where checkpoints are mirrored, each an object of its own. */
export interface Bucket {
  /** Never over another: putting the same again is harmless. @throws when it was not taken, or another lies there */
  put(name: string, line: string): Promise<void>;
  /** All that lies there, a line each, in the order of their names. @throws when it cannot be read */
  readAll(signal: AbortSignal, onProgress: (read: number) => void): Promise<string[]>;
}

/** Milliseconds for one request. */
const patience = 15_000;
/** Objects that are read at a time, and at most in all: a checkpoint an hour for more than a century. */
const atOnce = 8;
const mostObjects = 1_000_000;
/** Characters of one object, and of one page of names. */
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

export const openBucket = (place: S3Place, now: () => Date): Bucket => {
  const root = `${place.endpoint.replace(/\/$/, '')}/${encodeURIComponent(place.bucket)}`;
  const urlOf = (name: string) => new URL(`${root}/checkpoints/${name}.json`);
  const ask = (url: URL, method: 'PUT' | 'GET', body = '', signal?: AbortSignal): Promise<Response> =>
    fetch(url, {
      method,
      headers: {
        ...signedHeaders(place, { method, url, body }, now()),
        ...(method === 'PUT' ? { 'if-none-match': '*', 'content-type': 'application/json' } : {}),
      },
      ...(method === 'PUT' ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    });
  const get = async (url: URL, longest: number, signal?: AbortSignal): Promise<string> => {
    const answer = await ask(url, 'GET', '', signal);
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`the object store answered ${answer.status}`);
    }
    const text = await answer.text();
    if (text.length > longest) throw new Error(`the object store answered ${text.length} characters`);
    return text;
  };
  const namesAfter = async (token: string | undefined, signal: AbortSignal) => {
    const url = new URL(root);
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', 'checkpoints/');
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const page = await get(url, longestPage, signal);
    const next = continuation.exec(page)?.[1];
    return {
      names: [...page.matchAll(key)].flatMap(([, name]) => name ?? []),
      next: next === undefined ? undefined : unescaped(next),
    };
  };
  return {
    async put(name, line) {
      const answer = await ask(urlOf(name), 'PUT', line);
      await answer.body?.cancel();
      if (answer.ok) return;
      // The object exists already: it has to be the same.
      if (answer.status !== 412) throw new Error(`the object store answered ${answer.status}`);
      if ((await get(urlOf(name), longestLine)) !== line)
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
        lines.push(...(await Promise.all(some.map((name) => get(urlOf(name), longestLine, signal)))));
        onProgress(lines.length);
      }
      return lines;
    },
  };
};
