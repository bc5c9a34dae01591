import type { RebuildStatus } from '@groundswell/projections';
import { describe, expect, it } from 'vitest';
import { toReplays } from './status.js';

const at = new Date('2026-11-20T12:00:00Z');
const rebuild = (change: Partial<RebuildStatus>): RebuildStatus => ({
  id: 'one',
  readModel: 'trendList',
  kind: 'replay',
  process: 'host:1',
  state: 'building',
  from: '100',
  position: '150',
  until: '200',
  events: '50',
  perSecond: 1_000,
  message: null,
  startedAt: at,
  movedAt: at,
  endedAt: null,
  ...change,
});

describe('replays as staff see them', () => {
  it('are one for each run, as far as its slowest read model', () => {
    const run = [rebuild({}), rebuild({ readModel: 'growth', position: '125' })];
    expect(toReplays([...run, rebuild({ id: 'two', position: '200', endedAt: at })])).toMatchObject([
      { id: 'one', read_models: ['trendList', 'growth'], progress: 0.25, ended_at: null },
      { id: 'two', progress: 1, ended_at: '2026-11-20T12:00:00.000Z' },
    ]);
  });

  it('are done when there was nothing to read', () => {
    expect(toReplays([rebuild({ from: '200', position: '200' })])[0]?.progress).toBe(1);
  });

  it('say how long the rest of the way will take, by how long it took so far', () => {
    const secondsLeft = (change: Partial<RebuildStatus>) =>
      toReplays([rebuild({ movedAt: new Date(at.getTime() + 30_000), ...change })])[0]?.seconds_left;
    // On KurrentDB, positions are bytes, so they cannot be compared with events per second.
    expect(secondsLeft({ from: '1000000', position: '1250000', until: '2000000', perSecond: 10 })).toBe(90);
    expect(secondsLeft({ position: '201' })).toBe(0);
    expect(secondsLeft({ position: '100' })).toBeNull();
    expect(secondsLeft({ state: 'comparing' })).toBeNull();
  });
});
