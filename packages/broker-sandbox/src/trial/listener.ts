import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** A reader of a stream of events who takes down all that comes. */
export interface Listener {
  readonly seen: Record<string, unknown>[];
  /** Resolves after a number of messages. */
  readonly messages: (count: number) => Promise<void>;
  /** Resolves with the first comment that matches, past or future. */
  readonly comment: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<unknown>;
  readonly close: () => void;
}

/** Opens a stream. @throws when the answer is not 200 */
export const listen = async (url: string, key = 'key'): Promise<Listener> => {
  const authorization = `Basic ${Buffer.from(`${key}:secret`).toString('base64')}`;
  const request = get(url, { headers: { authorization } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream answered ${response.statusCode}`);
  const seen: Record<string, unknown>[] = [];
  const comments: string[] = [];
  let rest = '';
  let changed: () => void = () => {};
  // Hanging up in the middle is how most of these end.
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith(':')) comments.push(part.slice(1));
      else seen.push(JSON.parse(part.slice('data: '.length)) as Record<string, unknown>);
    }
    changed();
  });
  const until = async <T>(read: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = read();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  return {
    seen,
    messages: async (count) => {
      await until(() => (seen.length >= count ? true : undefined));
    },
    comment: (pattern) => until(() => comments.find((comment) => pattern.test(comment))),
    ended: new Promise((resolve) => response.once('close', resolve)),
    close: () => request.destroy(),
  };
};
