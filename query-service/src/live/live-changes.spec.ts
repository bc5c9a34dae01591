import type { Advance } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { formatCursor, gather, parseCursor } from './live-changes.js';

const advance = (readModel: string, position: string, streams: Advance['streams']): Advance => ({
  readModel,
  position,
  changed: true,
  streams,
});

describe('changes that come together', () => {
  it('are one message for each read model, with all its trends and its last position', () => {
    expect(
      gather([
        advance('trendList', '3', ['concept-a', 'concept-b']),
        advance('growth', '3', ['concept-a']),
        advance('trendList', '5', ['concept-b', 'concept-c']),
      ]),
    ).toEqual([
      { read_model: 'trendList', position: '5', concept_ids: ['a', 'b', 'c'] },
      { read_model: 'growth', position: '3', concept_ids: ['a'] },
    ]);
  });

  it.each([
    ['too many to name', null],
    ['not all of trends', ['concept-a', 'instrument-SPY']],
  ])('concern any trend when their streams are %s', (_what, streams) => {
    const changes = gather([advance('growth', '3', ['concept-a']), advance('growth', '4', streams)]);
    expect(changes).toEqual([{ read_model: 'growth', position: '4', concept_ids: null }]);
  });
});

describe('the id of a message', () => {
  const models = [{ name: 'trendList' }, { name: 'growth' }];

  it('says the position of a reader in each read model', () => {
    const cursor = new Map([
      ['trendList', 12n],
      ['growth', 9n],
    ]);
    expect(parseCursor(formatCursor(cursor), models)).toEqual(cursor);
  });

  it('that makes no sense counts as never having seen anything', () => {
    expect(parseCursor('<script>,growth=-1,trendList=99999999999999999999,=,a=b', models)).toEqual(new Map());
  });

  it('keeps only the read models of the stream, whatever a reader sends', () => {
    const sent = Array.from({ length: 3_000 }, (_, index) => `${index}=1`).join(',');
    expect(parseCursor(`${sent},growth=9,waitlistDemand=3`, models)).toEqual(new Map([['growth', 9n]]));
  });
});
