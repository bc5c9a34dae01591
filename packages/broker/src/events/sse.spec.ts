import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseReader, type SsePart } from './sse.js';

const taken = (pieces: readonly string[]): SsePart[] => {
  const take = createSseReader();
  return pieces.flatMap((piece) => take(piece));
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

  it('yields no message before its end', () => {
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

  it('leaves out fields that it does not know', () => {
    expect(taken(['retry: soon\nother: 1\nlone\nid: 7\n\n', 'data: 1\n\n'])).toEqual([{ data: '1' }]);
  });

  it.each([
    ['in lines', `data: ${'x'.repeat(100_000)}\n`],
    ['in one line', 'x'.repeat(100_000)],
    ['in a comment', `:${'x'.repeat(100_000)}`],
  ])('may not send a message without an end, %s', (_, piece) => {
    const take = createSseReader();
    for (let pieces = 0; pieces < 10; pieces += 1) take(piece);
    expect(() => take(piece)).toThrow('max buffer size');
  });

  it('may send as many messages as it likes', () => {
    const take = createSseReader();
    const message = `data: ${'x'.repeat(100_000)}\n\n`;
    expect(Array.from({ length: 30 }, () => take(message).length)).toEqual(Array(30).fill(1));
  });
});
