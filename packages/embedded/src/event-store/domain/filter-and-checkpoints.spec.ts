import { describe, expect, it } from 'vitest';
import { CheckpointCadence } from './checkpoint-cadence.js';
import { eventFilter } from './event-filter.js';
import { linkTarget } from './link.js';
import { baseStreamOf, metaStreamOf, streamNameFault } from './stream-name.js';

const event = { stream: 'concept-1', type: 'ConceptMade' };

describe('a filter', () => {
  it.each([
    { wish: { on: 'stream', regex: '', prefixes: ['user-', 'concept-'] }, passes: true },
    { wish: { on: 'stream', regex: '', prefixes: ['ConceptM'] }, passes: false },
    { wish: { on: 'type', regex: '', prefixes: ['ConceptM'] }, passes: true },
    { wish: { on: 'type', regex: '', prefixes: [] }, passes: false },
    { wish: { on: 'type', regex: '', prefixes: [''] }, passes: true },
    { wish: { on: 'type', regex: '^[^$].*', prefixes: [] }, passes: true },
    { wish: { on: 'type', regex: '^nothing$', prefixes: ['ConceptM'] }, passes: false },
  ] as const)('$wish', ({ wish, passes }) => {
    expect(eventFilter(wish)(event)).toBe(passes);
  });

  it('refuses an expression that is none', () => {
    expect(() => eventFilter({ on: 'type', regex: '([', prefixes: [] })).toThrow(SyntaxError);
  });
});

describe('the cadence of checkpoints', () => {
  const sentAt = (
    interval: number,
    positions: readonly number[],
    cadence = new CheckpointCadence(interval),
  ) => positions.filter((position) => cadence.considered(position));

  it('is every so many considered events', () => {
    expect(sentAt(3, [1, 2, 5, 6, 9, 10, 11])).toEqual([5, 10]);
  });

  it('has one when the subscription turns live, and none twice at one position', () => {
    const cadence = new CheckpointCadence(2);
    expect(sentAt(2, [1, 2], cadence)).toEqual([2]);
    expect(cadence.turned(2)).toBe(false);
    expect(sentAt(2, [3], cadence)).toEqual([]);
    expect(cadence.turned(3)).toBe(true);
    expect(cadence.turned(3)).toBe(false);
    expect(sentAt(2, [4, 5], cadence)).toEqual([5]);
  });
});

describe('a link', () => {
  const link = (data: string, type = '$>') =>
    linkTarget({
      position: 1,
      stream: 'links',
      revision: 0,
      id: Buffer.alloc(16),
      type,
      json: false,
      created: 0,
      data: Buffer.from(data),
      metadata: Buffer.alloc(0),
    });

  it('is split at the first @', () => {
    expect(link('12@a@b')).toEqual({ stream: 'a@b', revision: 12 });
  });

  it.each(['', 'x', '@a', '1@', 'a@b', '-1@a', '1.5@a'])('is none: %s', (data) => {
    expect(link(data)).toBeUndefined();
  });

  it('is of its own type', () => {
    expect(link('1@a', 'Tested')).toBeUndefined();
  });
});

describe('the name of a stream', () => {
  it('and that of its metadata lead to each other', () => {
    expect(metaStreamOf('a')).toBe('$$a');
    expect([baseStreamOf('$$a'), baseStreamOf('a'), baseStreamOf('$$$settings')]).toEqual([
      'a',
      'a',
      '$settings',
    ]);
  });

  it.each(['', '$$', '$$$$a', 'a\0b', 'x'.repeat(2_001)])('is refused: %j', (name) => {
    expect(streamNameFault(name)).toBeDefined();
  });

  it.each(['a', '$$a', '$a', '$$$a', 'ž'])('is fine: %s', (name) => {
    expect(streamNameFault(name)).toBeUndefined();
  });
});
