import { describe, expect, it } from 'vitest';
import { beforeAll, CheckpointCadence } from './checkpoint-cadence.js';
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

  it('refuses an invalid expression', () => {
    expect(() => eventFilter({ on: 'type', regex: '([', prefixes: [] })).toThrow(SyntaxError);
  });

  it('refuses more than a thousand prefixes or characters', () => {
    const filter = (regex: string, prefixes: number) => () =>
      eventFilter({ on: 'stream', regex, prefixes: Array(prefixes).fill('nothing-') });
    expect(filter('', 1_000)()(event)).toBe(false);
    expect(filter('x'.repeat(1_000), 0)()(event)).toBe(false);
    expect(filter('', 1_001)).toThrow(RangeError);
    expect(filter('x'.repeat(1_001), 0)).toThrow(RangeError);
  });

  it('takes time in proportion to a name, whatever the expression', () => {
    const stream = `${'a'.repeat(26)}!`;
    const began = performance.now();
    for (const regex of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$'])
      expect(eventFilter({ on: 'stream', regex, prefixes: [] })({ ...event, stream })).toBe(false);
    expect(performance.now() - began).toBeLessThan(100);
    for (const regex of ['^(?=a)(a+)+$', '^(a+)+\\1$', '^((a{1,99}){1,99}){1,99}$'])
      expect(() => eventFilter({ on: 'stream', regex, prefixes: [] })).toThrow(SyntaxError);
  });
});

describe('the cadence of checkpoints', () => {
  const at = (commit: number) => ({ commit, prepare: commit });
  const before = (commit: number) => ({ commit, prepare: 0 });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  const none = () => false;

  /** Checkpoints while history is read, at its end, and while ten more events are added. */
  const told = (
    asked: number,
    [window, interval]: readonly [number, number],
    history: readonly number[],
    matches: (position: number) => boolean = none,
  ) => {
    const end = history.at(-1) ?? asked;
    const cadence = new CheckpointCadence({ window, interval }, at(asked), end);
    const read = history.flatMap((position) => cadence.read(position, matches(position)) ?? []);
    const turned = cadence.turned();
    const added = range(end + 1, end + 11).flatMap((position) => cadence.added(position, false) ?? []);
    return { read, turned, added };
  };

  it.each([
    {
      name: 'nothing from the start on',
      cadence: [500, 500],
      asked: beforeAll,
      history: range(1, 9),
      said: { read: [], turned: at(beforeAll), added: [] },
    },
    {
      name: 'after 2^64 - 1, nothing more',
      cadence: [5, 5],
      asked: beforeAll,
      history: range(1, 4),
      said: { read: [], turned: at(beforeAll), added: [] },
    },
    {
      name: 'a first window from the start on',
      cadence: [4, 4],
      asked: beforeAll,
      history: range(1, 6),
      said: { read: [before(0)], turned: undefined, added: [at(9), at(13)] },
    },
    {
      name: '150 others, every second window of 32',
      cadence: [32, 64],
      asked: 0,
      history: range(0, 151),
      said: { read: [before(32), before(96)], turned: undefined, added: [] },
    },
    {
      name: '150 others, a window of 500',
      cadence: [500, 500],
      asked: 7,
      history: range(7, 158),
      said: { read: [], turned: at(7), added: [] },
    },
  ] as const)('$name', ({ cadence, asked, history, said }) => {
    expect(told(asked, cadence, history)).toEqual(said);
  });

  it('ends a window at its 32nd match, and lies at the last one that was sent', () => {
    const said = told(0, [500, 30], range(0, 50), (position) => position > 0);
    expect(said.read).toEqual([at(32)]);
    expect(said.turned).toEqual(at(49));
  });

  it('counts what is added while history is read', () => {
    const cadence = new CheckpointCadence({ window: 500, interval: 4 }, at(1), 3);
    for (const position of [1, 2, 3, 4, 5]) cadence.read(position, false);
    expect(cadence.turned()).toEqual(at(1));
    expect([cadence.added(6, false), cadence.added(7, false)]).toEqual([undefined, at(7)]);
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

  it.each(['', 'x', '@a', 'a@b', '1.5@a'])('is invalid: %s', (data) => {
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

  it.each(['a', '$$a', '$a', '$$$a', 'ž'])('is valid: %s', (name) => {
    expect(streamNameFault(name)).toBeUndefined();
  });
});
