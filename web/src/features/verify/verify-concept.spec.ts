import { describe, expect, it } from 'vitest';
import { notedIn, noteOf } from './checkpoint.js';
import { isBeginningOf, rootOfInclusion } from './merkle.js';
import {
  bytes,
  checkpointAt,
  H,
  hex,
  honest,
  leaves,
  movableRecordOf,
  named,
  pathOf,
  privateHash,
  proofOf,
  rootOf,
  truth,
} from './specification/published-log.js';
import { type Proof, verifyConcept } from './verify-concept.js';

/** What a visitor sees when the answer was tampered with. */
const faultsAfter = async (alter: (proof: Proof) => Proof, log = truth) =>
  (await verifyConcept('ocean', alter(honest()), log)).faults;

/** An event with an altered record. */
const reworded =
  (at: number, from: string, to: string) =>
  (proof: Proof): Proof => ({
    ...proof,
    events: proof.events.map((event, index) =>
      index === at ? { ...event, record: event.record.replace(from, to) } : event,
    ),
  });

describe('the proof of a trend', () => {
  it('holds when nothing was changed', async () => {
    let done = 0;
    const { events, faults } = await verifyConcept('ocean', honest(), truth, (count) => {
      done = count;
    });
    expect(faults).toEqual([]);
    expect(events.map(({ position, matches }) => [position, matches])).toEqual([
      ['3', true],
      ['7', true],
      ['8', true],
      ['20', true],
    ]);
    expect(done).toBe(4);
  });

  it('names the position of what was altered', async () => {
    expect(await faultsAfter(reworded(2, 'Blue', 'Glue'))).toEqual([{ kind: 'altered', position: '8' }]);
    expect(await faultsAfter(reworded(1, 'Why not', 'Because'))).toEqual([
      { kind: 'altered', position: '7' },
    ]);
  });

  it('detects another author, although authors are hidden', async () => {
    const alter = (proof: Proof) => ({
      ...proof,
      events: proof.events.map((event, at) =>
        at === 3 ? { ...event, private_hash: hex(H(bytes('00'))) } : event,
      ),
    });
    expect(await faultsAfter(alter)).toEqual([{ kind: 'altered', position: '20' }]);
  });

  it('names both positions of what changed places', async () => {
    const swap = (proof: Proof): Proof => {
      const [first, second, third, last] = proof.events;
      if (!first || !second || !third || !last) throw new Error('four events');
      // As the log would hold them after their rows swapped positions; the proofs are those of the positions.
      const moved = {
        ...second,
        record: second.record.replace('"ordinal":"5"', '"ordinal":"6"'),
        position: '8',
        index: third.index,
        path: third.path,
      };
      const other = {
        ...third,
        record: third.record.replace('"ordinal":"6"', '"ordinal":"5"'),
        position: '7',
        index: second.index,
        path: second.path,
      };
      return { ...proof, events: [first, moved, other, last] };
    };
    expect(await faultsAfter(swap)).toEqual([
      { kind: 'moved', position: '8', recorded: '7' },
      { kind: 'moved', position: '7', recorded: '8' },
    ]);
  });

  it('names what is missing, by what the change log still shows of it', async () => {
    const without = (at: number) => (proof: Proof) => ({
      ...proof,
      events: proof.events.filter((_, index) => index !== at),
    });
    expect(await faultsAfter(without(2))).toEqual([{ kind: 'removed', position: '8', after: null }]);
    expect(await faultsAfter(without(3))).toEqual([{ kind: 'removed', position: '20', after: null }]);
  });

  it('detects what is missing even when the change log was cleaned too', async () => {
    const without = (at: number) => (proof: Proof) => ({
      ...proof,
      events: proof.events.filter((_, index) => index !== at),
    });
    const cleaned = (position: string) => ({
      ...truth,
      changes: truth.changes.filter((change) => change.position !== position),
    });
    expect(await faultsAfter(without(2), cleaned('8'))).toEqual([
      { kind: 'removed', position: null, after: '7' },
    ]);
    expect(await faultsAfter(without(0), cleaned('3'))).toEqual([
      { kind: 'removed', position: null, after: null },
    ]);
    // Removing the last one leaves no gap: only the number of changes reveals it.
    expect(await faultsAfter(without(3), cleaned('20'))).toEqual([
      { kind: 'counted', found: 3, recorded: 4 },
    ]);
  });

  it('holds in a log that was moved, whose newest change waits for the chain', async () => {
    const now: Readonly<Record<string, string>> = { 7: '5', 8: '6', 20: '9' };
    const moved = <Placed extends { readonly position: string }>(each: Placed): Placed => ({
      ...each,
      position: now[each.position] ?? each.position,
    });
    const changes = truth.changes.map(moved);
    const newest = changes.slice(0, 1).map((change) => ({ ...change, position: '12' }));
    const log = { changes: [...newest, ...changes], upTo: '12' };
    const faultsWith = (waiting: number) =>
      faultsAfter((proof) => ({ ...proof, waiting, events: proof.events.map(moved) }), log);
    expect(await faultsWith(1)).toEqual([]);
    expect(await faultsWith(0)).toEqual([{ kind: 'removed', position: '12', after: null }]);
  });

  it('also detects a lowered number of changes', async () => {
    const alter = (proof: Proof): Proof => ({
      ...proof,
      events: proof.events.slice(0, 3),
      concept: proof.concept && { ...proof.concept, count: 3 },
    });
    const cleaned = { ...truth, changes: truth.changes.filter(({ position }) => position !== '20') };
    expect(await faultsAfter(alter, cleaned)).toEqual([{ kind: 'counted', found: 3, recorded: 3 }]);
  });

  it('names what was inserted', async () => {
    const extra = {
      record: movableRecordOf(null, 3, 'ConceptRenamed', { name: 'Mine' }),
      position: '9',
      recorded_at: null,
      private_hash: privateHash,
      index: null,
      path: [],
    };
    expect(
      await faultsAfter((proof) => ({
        ...proof,
        events: [...proof.events.slice(0, 3), extra, ...proof.events.slice(3)],
      })),
    ).toContainEqual({ kind: 'inserted', position: '9' });
  });

  it('names where the change log contradicts the log', async () => {
    const lied = {
      ...truth,
      changes: truth.changes.map((change) =>
        change.position === '8' ? { ...change, reason: 'A better one' } : change,
      ),
    };
    expect(await faultsAfter((proof) => proof, lied)).toEqual([{ kind: 'told', position: '8' }]);
    const silent = { ...truth, changes: truth.changes.filter(({ position }) => position !== '8') };
    expect(await faultsAfter((proof) => proof, silent)).toEqual([{ kind: 'told', position: '8' }]);
  });

  it('does not blame the change log for events it has not read yet', async () => {
    const behind = { changes: truth.changes.filter(({ position }) => position !== '20'), upTo: '19' };
    expect(await faultsAfter((proof) => proof, behind)).toEqual([]);
  });

  it('detects a head that does not match its hash, and a checkpoint that is not a prefix of the log', async () => {
    expect(
      await faultsAfter((proof) => ({ ...proof, head: { ...proof.head, time: '2020-01-01T00:00:00.000Z' } })),
    ).toEqual([{ kind: 'head' }]);
    const other = named({ ...checkpointAt(6, '7'), root: hex(H()) });
    expect(await faultsAfter((proof) => ({ ...proof, checkpoint: other }))).toEqual([
      { kind: 'checkpoint', position: '7' },
    ]);
  });
});

describe('trees of every size', () => {
  it('are led to by their leaves, and begin with each smaller one', async () => {
    for (let size = 1; size <= 13; size += 1) {
      const some = leaves.slice(0, size);
      const root = hex(rootOf(some));
      for (const [index, leaf] of some.entries()) {
        expect(await rootOfInclusion(hex(leaf), index, size, pathOf(index, some).map(hex))).toBe(root);
        const first = { count: index + 1, root: hex(rootOf(some.slice(0, index + 1))) };
        const proof = proofOf(index + 1, some).map(hex);
        expect(await isBeginningOf(first, { count: size, root }, proof)).toBe(true);
        if (proof.length > 0)
          expect(await isBeginningOf({ ...first, root: hex(H()) }, { count: size, root }, proof)).toBe(false);
      }
    }
  });
});

describe('a noted checkpoint', () => {
  const noted = { count: 13, position: '20', root: hex(H()) };

  it('is read as it was copied, and out of a file or an answer', () => {
    expect(notedIn(`  ${noteOf(noted)} \n`)).toEqual(noted);
    expect(notedIn(JSON.stringify(checkpointAt(13, '20')))).toEqual({
      count: 13,
      position: '20',
      root: checkpointAt(13, '20').root,
    });
  });

  it.each(['', 'hello', 'groundswell 1 2 zz', '{"count":1}', '{"count":"1","position":"1","root":"x"}'])(
    'is not found in %j',
    (text) => {
      expect(notedIn(text)).toBeUndefined();
    },
  );
});
