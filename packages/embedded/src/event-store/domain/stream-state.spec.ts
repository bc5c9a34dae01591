import { describe, expect, it } from 'vitest';
import { type StoredEvent, tombstoneRevision } from './event.js';
import { softDeletion, undeletion } from './stream-metadata.js';
import { evolve, headOf, isReadable, restoreState, survives, unknownStream } from './stream-state.js';

const event = (stream: string, revision: number, type = 'Tested', json = '{}'): StoredEvent => ({
  position: 1,
  stream,
  revision,
  id: Buffer.alloc(16),
  type,
  json: true,
  created: 1_000_000,
  data: Buffer.from(json),
  metadata: Buffer.alloc(0),
});

const withMetadata = (last: number, json: string) => headOf('s', restoreState(last, 0, Buffer.from(json)));

describe('the state of a stream', () => {
  it.each([
    { json: '{}', first: 0 },
    { json: '{"$maxCount":2}', first: 8 },
    { json: '{"$maxCount":99}', first: 0 },
    { json: '{"$tb":3}', first: 3 },
    { json: '{"$tb":3,"$maxCount":4}', first: 6 },
    { json: '{"$tb":8,"$maxCount":4}', first: 8 },
    { json: '{"$maxCount":0,"$tb":-1}', first: 0 },
    { json: '{"$maxCount":"2","$tb":1.5}', first: 0 },
    { json: '[2]', first: 0 },
    { json: 'no json', first: 0 },
  ])('with the metadata $json begins at $first', ({ json, first }) => {
    expect(withMetadata(9, json).first).toBe(first);
  });

  it('drops events that are older than $maxAge', () => {
    const head = withMetadata(0, '{"$maxAge":60}');
    const { created } = event('s', 0);
    expect(survives(head, event('s', 0), created + 60_000)).toBe(true);
    expect(survives(head, event('s', 0), created + 60_001)).toBe(false);
  });

  it('that is soft-deleted is not readable, but its metadata are', () => {
    const state = evolve(
      restoreState(4, -1, Buffer.alloc(0)),
      event('$$s', 0, '$metadata', softDeletion.toString()),
    );
    expect(headOf('s', state)).toMatchObject({ softDeleted: true, last: 4 });
    expect(isReadable(headOf('s', state))).toBe(false);
    expect(isReadable(headOf('$$s', state))).toBe(true);
  });

  it('comes back with its other keys', () => {
    const json = undeletion(Buffer.from('{"$tb":9223372036854775807,"owner":"x"}'), 5);
    expect(JSON.parse(json.toString())).toEqual({ owner: 'x', $tb: 5 });
    expect(withMetadata(4, json.toString())).toMatchObject({ softDeleted: false, first: 5 });
  });

  it('after a tombstone can never be undone, read from the log or followed', () => {
    const followed = evolve(unknownStream, event('s', tombstoneRevision, '$streamDeleted'));
    const restored = restoreState(tombstoneRevision, -1, Buffer.alloc(0));
    for (const state of [followed, restored]) {
      expect(headOf('s', state).tombstoned).toBe(true);
      expect(headOf('$$s', state).tombstoned).toBe(true);
    }
  });

  it('of metadata keeps only the last event', () => {
    const state = restoreState(9, 3, Buffer.from('{"$maxCount":2}'));
    expect(headOf('$$s', state)).toMatchObject({ last: 3, first: 3 });
  });
});
