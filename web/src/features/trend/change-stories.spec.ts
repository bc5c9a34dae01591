import { describe, expect, it } from 'vitest';
import { byDay, told } from './change-stories.js';

type Change = Parameters<typeof told>[0][number];

const change = (position: number, parts: Partial<Change>): Change => ({
  position: String(position),
  occurred_at: '2026-01-05T15:00:00Z',
  recorded_at: '2026-01-05T15:00:00Z',
  kind: 'allocation_added',
  reason: 'It grows.',
  lines: [],
  ...parts,
});
const positions = (entries: readonly (readonly Change[])[]) =>
  entries.map((entry) => entry.map(({ position }) => Number(position)));

describe('what changed', () => {
  it('groups holdings added for one reason, and those removed', () => {
    const changes = [
      change(4, {}),
      change(3, {}),
      change(2, { kind: 'allocation_removed' }),
      change(1, { kind: 'allocation_removed' }),
    ];

    expect(positions(told(changes))).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  it('keeps apart what has another reason, and what another change stands between', () => {
    const changes = [
      change(5, { reason: 'It was sold.' }),
      change(4, {}),
      change(3, { kind: 'sub_concept_added' }),
      change(2, {}),
    ];

    expect(positions(told(changes))).toEqual([[5], [4], [3], [2]]);
  });

  it('tells every other kind alone, however often it comes', () => {
    const changes = [change(2, { kind: 'renamed' }), change(1, { kind: 'renamed' })];

    expect(positions(told(changes))).toEqual([[2], [1]]);
  });

  it('stands under the days of New York', () => {
    const changes = [change(2, {}), change(1, { occurred_at: '2026-01-05T04:00:00Z' })];

    expect(byDay(changes).map(({ day }) => day)).toEqual(['Jan 5, 2026', 'Jan 4, 2026']);
  });
});
