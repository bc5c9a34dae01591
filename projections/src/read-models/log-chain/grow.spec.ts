import { readdirSync, readFileSync } from 'node:fs';
import type { StoredEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { emptyBlock } from './block.js';
import { formAt, leafOf, recordOf, storedOf } from './event-record.js';
import { type ChainState, GrowingChain, type Grown, nothingYet } from './grow.js';
import { edgeAt, hashesIn, levelsOf } from './growing-tree.js';
import { chainStart, linked } from './hashes.js';

/** Number of version 1 events. Only they close days. */
const ofVersion1 = 2_000;
const start: ChainState = {
  head: { ...nothingYet, version1: ofVersion1 },
  block: emptyBlock(0),
  edges: [],
  concepts: new Map(),
};

const grow = (state: ChainState, events: readonly StoredEvent[]): Grown => {
  const chain = new GrowingChain(state);
  for (const event of events) chain.add(event);
  return chain.handOver();
};

/** The state after a batch, as the tables would return it for the next one. */
const stateAfter = (before: ChainState, grown: Grown): ChainState => {
  const last = edgeAt(grown.head.count, 0);
  const block = grown.blocks.find(({ number }) => number === last.number) ?? emptyBlock(last.number);
  const edges = Array.from({ length: levelsOf(grown.head.count) }, (_, level) => {
    const { number, filled } = edgeAt(grown.head.count, level);
    if (level === 0) return { number, hashes: filled > 0 ? hashesIn(block.hashes) : [] };
    const written = grown.tiles.find((tile) => tile.level === level && tile.number === number);
    return { number, hashes: written?.hashes ?? before.edges[level]?.hashes ?? [] };
  });
  const concepts = new Map([...before.concepts, ...grown.concepts]);
  return { head: grown.head, block, edges, concepts };
};

const growAll = (events: readonly StoredEvent[], batch: number, from = start) => {
  let state = from;
  let last: Grown | undefined;
  const checkpoints: object[] = [];
  for (let from = 0; from < events.length; from += batch) {
    last = grow(state, events.slice(from, from + batch));
    checkpoints.push(...last.checkpoints);
    state = stateAfter(state, last);
  }
  return { state, checkpoints, root: last?.root };
};

/** One event per minute: 3,000 events cross midnight twice, the second time among version 2 events. */
const log = (length: number): StoredEvent[] => {
  const streams = ['concept-ocean', 'concept-air', 'user-somebody'].map(history);
  return Array.from({ length }, (_, index) => {
    const stream = streams[index % 3] ?? history('concept-x');
    const event = stream.event('ConceptRenamed', { name: `Name ${index}` });
    return storedOf({ ...event, recordedAt: new Date(Date.parse('2026-01-05T09:00:00Z') + index * 60_000) });
  });
};

describe('the chain over the log', () => {
  const events = log(3_000);

  it('comes out the same however the log is cut into batches', () => {
    const whole = growAll(events, events.length);
    expect(whole.checkpoints).toHaveLength(1);
    for (const batch of [1, 7, 256, 1_000]) {
      const cut = growAll(events, batch);
      expect(cut.root).toEqual(whole.root);
      expect(cut.checkpoints).toEqual(whole.checkpoints);
      expect(cut.state).toEqual(whole.state);
    }
  });

  it('keeps growing after a hand-over, and hands over only what is new', () => {
    const whole = growAll(events, events.length);
    const chain = new GrowingChain(start);
    let state = start;
    const checkpoints: object[] = [];
    for (const [index, event] of events.entries()) {
      chain.add(event);
      if (index % 700 < 699 && index < events.length - 1) continue;
      const grown = chain.handOver();
      state = stateAfter(state, grown);
      checkpoints.push(...grown.checkpoints);
    }
    expect(state).toEqual(whole.state);
    expect(checkpoints).toEqual(whole.checkpoints);
    expect(chain.handOver()).toMatchObject({ checkpoints: [], tiles: [], concepts: new Map() });
  });

  it('closes a day of version 1 with the first event of a later one, and names the checkpoint before', () => {
    const old = { ...start, head: { ...nothingYet, version1: events.length } };
    const [first, second] = growAll(events, 500, old).checkpoints as {
      time: string;
      previous: string;
      hash: string;
    }[];
    const days = [first, second].map((checkpoint) => checkpoint?.time.slice(0, 10));
    expect(new Set(days).size).toBe(2);
    expect(first?.previous).toBeNull();
    expect(second?.previous).toBe(first?.hash);
  });

  it.each([
    ['another name', (event: StoredEvent) => ({ ...event, data: { name: 'Another' } })],
    ['another type', (event: StoredEvent) => ({ ...event, type: 'ConceptDescribed' })],
    [
      'another actor',
      (event: StoredEvent) => ({ ...event, metadata: { ...Object(event.metadata), actor: 'me' } }),
    ],
    ['another revision', (event: StoredEvent) => ({ ...event, revision: 99n })],
    ['another id', (event: StoredEvent) => ({ ...event, id: '00000000-0000-4000-8000-00000000000f' })],
  ])('is another one with %s, in either version', (_what, alter) => {
    const [before, after] = [
      events.slice(0, 20),
      events.slice(0, 20).map((event, at) => (at === 7 ? alter(event) : event)),
    ];
    for (const version1 of [0, 20]) {
      const from = { ...start, head: { ...nothingYet, version1 } };
      expect(growAll(after, 20, from).state.head.chain).not.toEqual(
        growAll(before, 20, from).state.head.chain,
      );
      expect(growAll(after, 20, from).root).not.toEqual(growAll(before, 20, from).root);
    }
  });

  it('is the same in another store: neither its positions nor its times are hashed in version 2', () => {
    const from = { ...start, head: nothingYet };
    const moved = events.slice(0, 600).map((event) => ({
      ...event,
      position: { commit: event.position.commit * 163n + 9n, prepare: event.position.prepare },
      recordedAt: new Date(event.recordedAt.getTime() + 86_400_000),
    }));
    const [here, there] = [growAll(events.slice(0, 600), 100, from), growAll(moved, 256, from)];
    expect(there.root).toEqual(here.root);
    expect(there.state.head.chain).toEqual(here.state.head.chain);
    expect(there.checkpoints).toEqual([]);
  });

  it('continues in version 2 from what was chained in version 1', () => {
    const old = growAll(events.slice(0, 700), 100, { ...start, head: { ...nothingYet, version1: 700 } });
    const since = growAll(events.slice(700), 100, old.state);
    expect(since.state.head).toMatchObject({ count: 3_000, version1: 700 });
    const leaves = events.map((event, at) => leafOf(event, formAt(at, 700)));
    expect(since.state.head.chain).toEqual(leaves.reduce(linked, chainStart));
  });
});

const golden = new URL('../../../../packages/contracts/src/golden/', import.meta.url);
const metadata = {
  actor: { id: 'a', role: 'staff' },
  correlationId: 'c',
  occurredAt: '2026-01-05T09:00:00.000Z',
  reason: 'Why',
};

/** Parses stored bytes as the client does. */
const parsed = (bytes: Buffer): unknown => {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const form = { version: 2, ordinal: 7 } as const;

describe('a leaf', () => {
  it('changes after any bit of any stored event is flipped', () => {
    const event = storedOf(history('concept-ocean').event('ConceptRenamed', { name: 'Ocean' }));
    let turned = 0;
    for (const file of readdirSync(golden).filter((name) => name.endsWith('.json'))) {
      const data = JSON.parse(readFileSync(new URL(file, golden), 'utf8'));
      const stored = { ...event, type: file.replace('.json', ''), data, metadata };
      const leaf = leafOf(stored, form);
      for (const part of ['data', 'metadata'] as const) {
        const bytes = Buffer.from(JSON.stringify(stored[part]));
        for (let at = 0; at < bytes.length; at += 1) {
          const flipped = Buffer.from(bytes);
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
          const altered = leafOf({ ...stored, [part]: parsed(flipped) }, form);
          if (altered.equals(leaf)) expect.fail(`${file}: ${flipped.toString()}`);
          turned += 1;
        }
      }
    }
    expect(turned).toBeGreaterThan(5_000);
  });

  it('shows what is public, and not who made the change', () => {
    const event = storedOf(history('concept-ocean').event('ConceptRenamed', { name: 'Ocean' }));
    const record = recordOf({ ...event, metadata }, form);
    expect(JSON.parse(record)).toMatchObject({
      stream: 'concept-ocean',
      reason: 'Why',
      data: { name: 'Ocean' },
    });
    expect(record).not.toContain('actor');
    expect(Object.keys(JSON.parse(record))).toEqual([
      'version',
      'ordinal',
      'stream',
      'revision',
      'id',
      'type',
      'occurred_at',
      'reason',
      'data',
    ]);
    expect(Object.keys(JSON.parse(recordOf({ ...event, metadata }, { version: 1 })))).toEqual([
      'position',
      'stream',
      'revision',
      'id',
      'type',
      'recorded_at',
      'occurred_at',
      'reason',
      'data',
    ]);
  });

  it('stands for the event as it is stored, not as it is read after upcasting', () => {
    const event = history('concept-ocean').event('ConceptRenamed', { name: 'New shape' });
    const old = { type: 'ConceptNamed', data: { title: 'Old shape' } };
    expect(recordOf(storedOf({ ...event, asStored: old }), form)).toContain('"type":"ConceptNamed"');
    expect(recordOf(storedOf({ ...event, asStored: old }), form)).toContain('Old shape');
  });
});

describe('hashes in a row', () => {
  it('come out of the bytes that they went into', () => {
    const hashes = log(3).map((event, ordinal) => leafOf(event, { version: 2, ordinal }));
    expect(hashesIn(Buffer.concat(hashes))).toEqual(hashes);
  });
});
