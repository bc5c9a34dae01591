import { describe, expect, it } from 'vitest';
import type { ProposedEvent } from '../domain/event.js';
import { expectations } from '../domain/expected-revision.js';
import { unknownStream } from '../domain/stream-state.js';
import { Group, type Wish } from './group.js';

const nothing = Buffer.alloc(0);
const event = (id: number, data = '{}'): ProposedEvent => ({
  id: Buffer.alloc(16, id),
  type: 'Tested',
  json: true,
  data: Buffer.from(data),
  metadata: nothing,
});
const append = (events: readonly ProposedEvent[], expected: number): Wish => ({
  kind: 'append',
  stream: 'test-1',
  expected,
  events,
});

/** A group on a log that ends at 1,000; `committed` are the ids already in the stream. */
const group = (committed: Readonly<Record<string, number>> = {}) =>
  new Group(
    {
      end: 1_000,
      stateOf: () => unknownStream,
      recent: (_, id) => {
        const position = committed[id];
        return position === undefined ? undefined : { revision: 0, position };
      },
      at: () => undefined,
    },
    { now: 0, newId: () => Buffer.alloc(16, 255) },
  );

describe('positions', () => {
  it('lie behind the end of the log by what each event takes', () => {
    const taken = group();
    taken.take(append([event(1), event(2, 'x'.repeat(100)), event(3)], expectations.any), 1_000);
    const positions = taken.events.map(({ position }) => position);
    const fixed = 90 + 'test-1'.length + 'Tested'.length;
    expect(positions).toEqual([1_000 + fixed + 2, 1_000 + 2 * fixed + 102, 1_000 + 3 * fixed + 104]);
  });
});

describe('an append that repeats another', () => {
  const written = { kind: 'written', revision: 0, position: expect.any(Number) };

  it.each([expectations.any, expectations.noStream])(
    'gets no answer while the other is not committed: expecting %i',
    (expected) => {
      const taken = group();
      expect(taken.take(append([event(1)], expected), 1_000)).toEqual(written);
      expect(taken.take(append([event(1)], expected), 1_000)).toBeUndefined();
      expect(taken.events).toHaveLength(1);
    },
  );

  it('gets no answer when the other was committed after it came, and an answer when before', () => {
    const taken = group({ [Buffer.alloc(16, 1).toString('latin1')]: 900 });
    expect(taken.take(append([event(1)], expectations.any), 899)).toBeUndefined();
    expect(taken.take(append([event(1)], expectations.any), 900)).toEqual(written);
  });
});
