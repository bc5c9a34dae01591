import { describe, expect, it } from 'vitest';
import { compareLogs, type LogFound } from './log-identity.js';
import type { LogPlace } from './types.js';

const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const seen = { id: 'seen', stream: 'concept-1', revision: 4n, position: at(300) };
const place: LogPlace = { log: 'first', position: at(350), seen };
const log: LogFound = { log: 'first', head: at(900), atSeen: seen };

describe('a log, compared with a place in it,', () => {
  it('is the same while it holds the event that was seen, at its position', () => {
    expect(compareLogs(place, log)).toBe('same');
    expect(compareLogs(place, { ...log, head: at(350) })).toBe('same');
  });

  it('is the same when it ends behind that event, before the place: nothing of ours was lost', () => {
    expect(compareLogs(place, { ...log, head: at(349) })).toBe('same');
  });

  it('is another one when it begins with another event, whatever stands at the place', () => {
    expect(compareLogs(place, { ...log, log: 'another' })).toBe('other');
    expect(compareLogs({ ...place, seen: undefined, position: undefined }, { ...log, log: 'another' })).toBe(
      'other',
    );
  });

  it('is empty when it holds no event, although there is a place or a log is expected', () => {
    const nothing = { log: undefined, head: at(40), atSeen: undefined };
    expect(compareLogs(place, nothing)).toBe('empty');
    expect(compareLogs({ log: 'first', position: undefined, seen: undefined }, nothing)).toBe('empty');
  });

  it('is in an older state when it ends before the place, and no event was seen', () => {
    expect(compareLogs({ ...place, seen: undefined }, { ...log, head: at(349) })).toBe('restored');
  });

  it('is in an older state also when it has grown beyond the place with other events', () => {
    expect(compareLogs(place, { ...log, atSeen: undefined })).toBe('restored');
    expect(compareLogs(place, { ...log, atSeen: { ...seen, id: 'came later' } })).toBe('restored');
  });

  it('cannot be continued when the event seen is at another position', () => {
    expect(compareLogs(place, { ...log, atSeen: { ...seen, position: at(301) } })).toBe('restored');
  });

  it('is accepted by a reader that has not begun', () => {
    const beginning = { log: undefined, position: undefined, seen: undefined };
    expect(compareLogs(beginning, log)).toBe('same');
    expect(compareLogs(beginning, { log: undefined, head: undefined, atSeen: undefined })).toBe('same');
  });

  it('is known by its length alone to a place from before logs had identities', () => {
    const older = { log: undefined, position: at(350), seen: undefined };
    expect(compareLogs(older, log)).toBe('same');
    expect(compareLogs(older, { ...log, head: at(349) })).toBe('restored');
    expect(compareLogs(older, { log: undefined, head: undefined, atSeen: undefined })).toBe('restored');
    // A new cluster has events of its own, and positions that lie behind them.
    expect(compareLogs(older, { log: undefined, head: at(400), atSeen: undefined })).toBe('same');
  });
});
