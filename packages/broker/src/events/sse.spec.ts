import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SsePart, SseReader } from './sse.js';

const taken = (pieces: readonly string[]): SsePart[] => {
  const reader = new SseReader();
  return pieces.flatMap((piece) => reader.take(piece));
};

describe('a stream of events', () => {
  it('has comments, and data over one line or many', () => {
    const text = ': welcome\n\n:heartbeat\nid: 7\nevent: x\ndata: {"a":\ndata:1}\n\ndata: last\n\n';
    expect(taken([text])).toEqual([
      { comment: 'welcome' },
      { comment: 'heartbeat' },
      { data: '{"a":\n1}' },
      { data: 'last' },
    ]);
  });

  it('gives nothing of a message before its end', () => {
    expect(taken(['data: {"a":1}\n'])).toEqual([]);
  });

  it('is the same in whatever pieces and with whatever ends of lines it comes', () => {
    const message = fc.oneof(
      fc.string({ maxLength: 20 }).map((text) => `data: [\ndata: ${JSON.stringify(text)}]\n\n`),
      fc.constant(':heartbeat\n\n'),
    );
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 60 })),
        fc.constantFrom('\n', '\r\n'),
        (messages, cuts, end) => {
          const whole = messages.join('').replaceAll('\n', end);
          const places = [...cuts.map((cut) => Math.min(cut, whole.length)), whole.length].sort(
            (a, b) => a - b,
          );
          const pieces = places.map((place, index) => whole.slice(places[index - 1] ?? 0, place));
          expect(taken(pieces)).toEqual(taken([messages.join('')]));
        },
      ),
    );
  });

  it('may not send a message without an end', () => {
    const reader = new SseReader();
    expect(() => {
      for (let piece = 0; piece < 20; piece += 1) reader.take(`data: ${'x'.repeat(100_000)}\n`);
    }).toThrow(RangeError);
  });
});
