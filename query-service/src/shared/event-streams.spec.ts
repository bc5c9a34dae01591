import type { Readable } from 'node:stream';
import { isRefusal, type Refusal } from '@groundswell/contracts';
import type { Exchange, SerialisedAnswer } from '@groundswell/platform/http';
import { NEVER, type Observable, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { EventStreams, type Message } from './event-streams.js';

/** A reader that requests a stream, can disconnect, and sees the response headers. */
const asking = () => {
  const leaving = new AbortController();
  const headers = new Map<string, string>();
  const exchange = {
    signal: leaving.signal,
    setHeader: (name: string, value: string) => void headers.set(name, value),
  } as Partial<Exchange> as Exchange;
  return { exchange, headers, leave: () => leaving.abort() };
};

/** Opens a stream for a reader. Returns how to leave it, or the refusal with its headers. */
const open = (streams: EventStreams, reader: string, messages: Observable<Message> = NEVER) => {
  const { exchange, headers, leave } = asking();
  const answer: SerialisedAnswer | Refusal = streams.answer(messages, exchange, reader);
  if (isRefusal(answer)) return { refused: answer.refused, retryAfter: headers.get('retry-after'), leave };
  return { refused: undefined, body: answer.body as Readable, leave };
};
const closed = (body: Readable | undefined) => expect.poll(() => body?.closed).toBe(true);

describe('streams', () => {
  it('are refused only for a reader who has too many, with a time to try again', () => {
    const streams = new EventStreams({ ofOne: 2, all: 10 });
    expect([open(streams, 'ann'), open(streams, 'ann')].map(({ refused }) => refused)).toEqual([
      undefined,
      undefined,
    ]);
    expect(open(streams, 'ann')).toMatchObject({ refused: 'TooManyRequests', retryAfter: '60' });
    expect(open(streams, 'bob').refused).toBeUndefined();
  });

  it('are refused for everyone when the process has too many', () => {
    const streams = new EventStreams({ ofOne: 2, all: 3 });
    for (const reader of ['ann', 'bob', 'eve']) expect(open(streams, reader).refused).toBeUndefined();
    expect(open(streams, 'dan').refused).toBe('TooManyRequests');
  });

  it('make room when a reader leaves, and when they end on their own', async () => {
    const streams = new EventStreams({ ofOne: 1, all: 1 });
    const left = open(streams, 'ann');
    left.leave();
    await closed(left.body);
    const ending = open(streams, 'ann', of('data: {}\n\n'));
    expect(ending.refused).toBeUndefined();
    ending.body?.resume();
    await closed(ending.body);
    expect(open(streams, 'bob').refused).toBeUndefined();
  });
});
