import { describe, expect, it } from 'vitest';
import { type EarlierEvents, expectations, judge } from './expected-revision.js';
import type { StreamHead } from './stream-state.js';

const stream = (head: Partial<StreamHead>): StreamHead => ({
  last: -1,
  tombstoned: false,
  softDeleted: false,
  hasMetadata: false,
  first: 0,
  maxAgeSeconds: Number.POSITIVE_INFINITY,
  ...head,
});

/** A stream whose events have these ids, all of them recent by default. */
const holding = (ids: readonly string[], recent: readonly string[] = ids): EarlierEvents => {
  const at = (revision: number) => {
    const id = ids[revision];
    return id === undefined ? undefined : { id, revision, position: 100 + revision };
  };
  return { at, recent: (id) => (recent.includes(id) ? at(ids.indexOf(id)) : undefined) };
};

const abc = holding(['a', 'b', 'c']);
const head = stream({ last: 2 });
const { any, noStream, streamExists } = expectations;
const write = { kind: 'write' };
const wrong = { kind: 'wrong expected revision' };
const deleted = { kind: 'stream deleted' };
const repeat = (revision: number) => ({ kind: 'repeat', revision, position: 100 + revision });

describe('judging an append', () => {
  it.each([
    {
      name: 'a tombstone comes before everything',
      head: stream({ tombstoned: true }),
      expected: any,
      verdict: deleted,
    },
    { name: 'no_stream on nothing', head: stream({}), expected: noStream, verdict: write },
    { name: 'no_stream on a stream', head, expected: noStream, verdict: wrong },
    { name: 'the last revision', head, expected: 2, verdict: write },
    { name: 'an earlier revision', head, expected: 1, verdict: wrong },
    { name: 'a later revision', head, expected: 3, verdict: wrong },
    { name: 'any on nothing', head: stream({}), expected: any, verdict: write },
    { name: 'any on a stream', head, expected: any, verdict: write },
    { name: 'stream_exists on nothing', head: stream({}), expected: streamExists, verdict: wrong },
    {
      name: 'stream_exists on metadata alone',
      head: stream({ hasMetadata: true }),
      expected: streamExists,
      verdict: write,
    },
    {
      name: 'stream_exists on a soft-deleted stream',
      head: stream({ last: 2, softDeleted: true }),
      expected: streamExists,
      verdict: deleted,
    },
    {
      name: 'no_stream re-creates a soft-deleted stream',
      head: stream({ last: 2, softDeleted: true }),
      expected: noStream,
      verdict: write,
    },
    {
      name: 'an earlier revision does not',
      head: stream({ last: 2, softDeleted: true }),
      expected: 0,
      verdict: wrong,
    },
  ])('$name', ({ head, expected, verdict }) => {
    expect(judge(head, expected, ['new'], abc)).toEqual(verdict);
  });

  it.each([
    { ids: ['a', 'b', 'c'], verdict: repeat(2) },
    { ids: ['a'], verdict: repeat(0) },
    { ids: ['new', 'a'], verdict: write },
    { ids: ['a', 'new'], verdict: wrong },
    { ids: [], verdict: write },
  ])('that expects nothing, by recent ids: $ids', ({ ids, verdict }) => {
    expect(judge(head, any, ids, abc)).toEqual(verdict);
    expect(judge(head, streamExists, ids, abc)).toEqual(verdict);
  });

  it('that expects nothing does not know ids that are no longer recent', () => {
    expect(judge(head, any, ['a'], holding(['a', 'b', 'c'], []))).toEqual(write);
  });

  it.each([
    { expected: noStream, ids: ['a', 'b', 'c'], verdict: repeat(2) },
    { expected: noStream, ids: ['a'], verdict: repeat(0) },
    { expected: 0, ids: ['b', 'c'], verdict: repeat(2) },
    { expected: 0, ids: ['c'], verdict: wrong },
    { expected: 0, ids: ['b', 'new'], verdict: wrong },
    { expected: 1, ids: ['c', 'd'], verdict: wrong },
    { expected: 0, ids: [], verdict: write },
  ])('that expects revision $expected, by the ids behind it: $ids', ({ expected, ids, verdict }) => {
    expect(judge(head, expected, ids, holding(['a', 'b', 'c'], []))).toEqual(verdict);
  });
});
