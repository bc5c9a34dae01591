import type { StoredEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.js';
import { Comparison, type Found, type Recorded } from './compare-entries.js';

const recordedOf = (number: number): Recorded => ({
  ordinal: number - 1,
  position: BigInt(number),
  id: `event-${number}`,
  leaf: `leaf ${number}`,
});
/** An event recorded as `number`, now at `position`. Its leaf depends on the position. */
const foundAt = (position: number, number: number): Found => ({
  // The ordinal at which it was recorded, unless it moved, so that nothing is hashed again.
  ordinal: position - 1,
  position: BigInt(position),
  id: `event-${number}`,
  leaf: position === number ? `leaf ${number}` : `leaf of ${number} at ${position}`,
  event: { id: `event-${number}`, stream: 'concept-a', revision: 0n, type: 'ConceptRenamed' } as StoredEvent,
});

/** Faults of a log in which `recorded` events were recorded and these are present now, at consecutive positions. */
const faultsOf = async (recorded: number, present: readonly number[]) => {
  async function* entries() {
    for (let first = 1; first <= recorded; first += 256) {
      const count = Math.min(256, recorded - first + 1);
      yield Array.from({ length: count }, (_, index) => recordedOf(first + index));
    }
  }
  const comparison = new Comparison(entries(), { end: BigInt(recorded), count: recorded }, recorded);
  for (const [index, number] of present.entries()) await comparison.take(foundAt(index + 1, number));
  await comparison.finish();
  return classify(comparison).filter(({ kind }) => kind !== 'reordered');
};
const without = (count: number, ...gone: number[]) =>
  Array.from({ length: count }, (_, index) => index + 1).filter((number) => !gone.includes(number));

describe('a log that a gap was closed in', () => {
  it.each([300, 30_000])('is not said to be cut off, of %i events', async (count) => {
    expect(await faultsOf(count, without(count, 150))).toEqual([
      { kind: 'removed', position: '150', id: 'event-150' },
    ]);
  });

  it('is said to be cut off only from where its end is gone', async () => {
    expect(await faultsOf(30_000, without(29_990, 150))).toEqual([
      { kind: 'removed', position: '150', id: 'event-150' },
      { kind: 'truncated', position: '29991', missing: 10, endsAt: '29989' },
    ]);
  });

  it('is said to miss what stood shortly before its end', async () => {
    expect(await faultsOf(300, [...without(297), 300])).toEqual([
      { kind: 'removed', position: '298', id: 'event-298' },
      { kind: 'removed', position: '299', id: 'event-299' },
    ]);
  });
});
