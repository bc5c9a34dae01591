import { createParser } from 'eventsource-parser';

/** What a stream of events is made of. */
export type SsePart = { readonly data: string } | { readonly comment: string };

/** Longer than any message of the broker: a stream that never ends a message must not fill the memory. */
const longestMessage = 1_048_576;

/** Accepts text in any pieces, and returns complete messages. Throws when a message exceeds the limit. */
export const createSseReader = (): ((text: string) => readonly SsePart[]) => {
  let parts: SsePart[] = [];
  const parser = createParser({
    maxBufferSize: longestMessage,
    onEvent: ({ data }) => parts.push({ data }),
    onComment: (comment) => parts.push({ comment }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  return (text) => {
    parts = [];
    parser.feed(text);
    return parts;
  };
};
