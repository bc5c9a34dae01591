import { createHash } from 'node:crypto';
import { type Change, tellAll } from '../story.js';
import type { Proof } from '../verify-concept.js';

/** A separate publisher written from the definitions of RFC 6962, so that two programs must agree. */
export const H = (...parts: (Buffer | number)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))))
    .digest();
const half = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);
export const rootOf = (leaves: readonly Buffer[]): Buffer =>
  leaves.length <= 1
    ? (leaves[0] ?? H())
    : H(1, rootOf(leaves.slice(0, half(leaves.length))), rootOf(leaves.slice(half(leaves.length))));
export const pathOf = (index: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length <= 1) return [];
  const at = half(leaves.length);
  const [left, right] = [leaves.slice(0, at), leaves.slice(at)];
  return index < at ? [...pathOf(index, left), rootOf(right)] : [...pathOf(index - at, right), rootOf(left)];
};
export const proofOf = (first: number, leaves: readonly Buffer[], known = true): Buffer[] => {
  if (first === leaves.length) return known ? [] : [rootOf(leaves)];
  const at = half(leaves.length);
  const [left, right] = [leaves.slice(0, at), leaves.slice(at)];
  return first <= at
    ? [...proofOf(first, left, known), rootOf(right)]
    : [...proofOf(first - at, right, false), rootOf(left)];
};
export const hex = (bytes: Buffer): string => bytes.toString('hex');
export const bytes = (text: string) => Buffer.from(text, 'hex');

const stream = 'concept-ocean';
const time = '2026-01-05T09:00:00.000Z';
/** A version 1 event, which contains a position and a time given by the store. */
const recordOf = (position: number, revision: number, type: string, data: object, of = stream): string =>
  JSON.stringify({
    position: String(position),
    stream: of,
    revision: String(revision),
    id: `id-${position}`,
    type,
    recorded_at: time,
    occurred_at: time,
    reason: 'Why not',
    data,
  });
/** An event of version 2, which contains nothing that a store assigns. */
export const movableRecordOf = (
  ordinal: number | null,
  revision: number,
  type: string,
  data: object,
): string =>
  JSON.stringify({
    version: 2,
    ordinal: ordinal === null ? null : String(ordinal),
    stream,
    revision: String(revision),
    id: `id-of-revision-${revision}`,
    type,
    occurred_at: time,
    reason: 'Why not',
    data,
  });
export const privateHash = hex(H(Buffer.from('nobody knows')));

/** A log of thirteen events, four of which belong to the ocean trend. The first five are of version 1. */
const ocean = new Map([
  [2, recordOf(3, 0, 'ConceptCreated', { conceptId: 'ocean', name: 'Ocean', description: 'Tides' })],
  [
    5,
    movableRecordOf(5, 1, 'SubConceptAdded', {
      subConceptId: 's',
      name: 'Waves',
      description: 'Up and down',
    }),
  ],
  [6, movableRecordOf(6, 2, 'ConceptRenamed', { name: 'Blue' })],
  [12, movableRecordOf(12, 3, 'ConceptDescribed', { description: 'Tides and waves' })],
]);
/** Their positions in the store. */
const positions = new Map([
  [2, '3'],
  [5, '7'],
  [6, '8'],
  [12, '20'],
]);
const records = Array.from(
  { length: 13 },
  (_, at) => ocean.get(at) ?? recordOf(100 + at, 0, 'Other', {}, 'user-x'),
);
const leafOf = (record: string) => H(0, H(Buffer.from(record)), bytes(privateHash));
export const leaves = records.map(leafOf);
const chain = [...ocean.values()].reduce((head, record) => H(2, head, leafOf(record)), Buffer.alloc(32));
const entries = ['concept-air 2 ff', `${stream} 4 ${hex(chain)}`, 'concept-sun 9 aa'].map((entry) =>
  H(0, Buffer.from(entry)),
);

export const named = <C extends Omit<Proof['head'], 'hash'>>(checkpoint: C) => {
  const lines = ['position', 'count', 'time', 'chain', 'root', 'concepts', 'previous'] as const;
  const text = [
    'groundswell checkpoint 1',
    ...lines.map((key) => `${key} ${checkpoint[key] ?? '-'}`),
    '',
  ].join('\n');
  return { ...checkpoint, hash: hex(H(Buffer.from(text))) };
};
export const checkpointAt = (count: number, position: string) =>
  named({
    position,
    count,
    time: '2026-01-05T09:00:00.000Z',
    chain: hex(H()),
    root: hex(rootOf(leaves.slice(0, count))),
    concepts: hex(rootOf(entries)),
    previous: null,
    signed: null,
  });

export const honest = (): Proof => {
  const nodes = new Map<string, number>();
  const numberOf = (node: string): number => {
    const number = nodes.get(node) ?? nodes.size;
    nodes.set(node, number);
    return number;
  };
  const events = [...ocean].map(([index, record]) => ({
    record,
    position: positions.get(index) ?? '',
    recorded_at: time,
    private_hash: privateHash,
    index,
    path: pathOf(index, leaves).map((node) => numberOf(hex(node))),
  }));
  return {
    head: checkpointAt(13, '20'),
    checkpoint: checkpointAt(6, '7'),
    since_checkpoint: { first: 6, second: 13, path: proofOf(6, leaves).map(hex) },
    events,
    nodes: [...nodes.keys()],
    concept: { stream, count: 4, index: 1, size: 3, path: pathOf(1, entries).map(hex) },
    waiting: 0,
  };
};

const shown = (proof: Proof) => {
  const parsed = proof.events.map(({ record }) => JSON.parse(record));
  const told = tellAll(parsed);
  const changes = parsed.flatMap((record, at): Change[] => {
    const words = told[at];
    return words
      ? [
          {
            ...words,
            position: proof.events[at]?.position ?? '',
            occurred_at: record.occurred_at,
            recorded_at: time,
            reason: record.reason,
          },
        ]
      : [];
  });
  return { changes: changes.toReversed(), upTo: '20' };
};
export const truth = shown(honest());
