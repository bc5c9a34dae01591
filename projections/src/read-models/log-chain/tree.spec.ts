import { describe, expect, it } from 'vitest';
import { GrowingTree } from './growing-tree.js';
import { emptyRoot, nodeOf, sha256, textLeaf } from './hashes.js';
import { treeOver } from './tree-proofs.js';

const leaves = Array.from({ length: 1_300 }, (_, index) => textLeaf(`event ${index}`));

/** RFC 6962, section 2.1, literally. */
const definition = (of: readonly Buffer[]): Buffer => {
  if (of.length <= 1) return of[0] ?? emptyRoot;
  let half = 1;
  while (half * 2 < of.length) half *= 2;
  return nodeOf(definition(of.slice(0, half)), definition(of.slice(half)));
};

const grown = (of: readonly Buffer[]): GrowingTree => {
  const tree = new GrowingTree([]);
  for (const leaf of of) tree.add(leaf);
  return tree;
};

/** RFC 9162, section 2.1.3.2: verification of an inclusion proof. */
const rootFrom = (leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer => {
  let [node, at, last] = [leaf, index, size - 1];
  for (const sibling of path) {
    if (at % 2 === 1 || at === last) {
      node = nodeOf(sibling, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = nodeOf(node, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  expect(last).toBe(0);
  return node;
};

/** RFC 9162, section 2.1.4.2: the roots of both trees, from a consistency proof. */
const rootsFrom = (first: number, size: number, from: Buffer, proof: readonly Buffer[]) => {
  const path = Number.isInteger(Math.log2(first)) ? [from, ...proof] : [...proof];
  let [at, last] = [first - 1, size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  let [old, now] = [path[0] ?? emptyRoot, path[0] ?? emptyRoot];
  for (const node of path.slice(1)) {
    expect(last).not.toBe(0);
    if (at % 2 === 1 || at === last) {
      [old, now] = [nodeOf(node, old), nodeOf(node, now)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else now = nodeOf(now, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return { old, now };
};

describe('the tree over the log', () => {
  const sizes = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 1_023, 1_025, 1_300];

  it('begins with the hash of nothing, as RFC 6962 has it', () => {
    expect(grown([]).root().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(textLeaf('').toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(sha256('abc').toString('hex')).toMatch(/^ba7816bf/);
  });

  it.each(sizes)('has the root of the definition over %i leaves, grown or read', async (size) => {
    const expected = definition(leaves.slice(0, size));
    expect(grown(leaves.slice(0, size)).root()).toEqual(expected);
    expect(await treeOver(leaves).root(0, size)).toEqual(expected);
  });

  it('continues from tiles that are not full', () => {
    const first = grown(leaves.slice(0, 700));
    const edges = [
      { number: 2, hashes: leaves.slice(512, 700) },
      { number: 0, hashes: [definition(leaves.slice(0, 256)), definition(leaves.slice(256, 512))] },
    ];
    const second = new GrowingTree(edges);
    expect(second.root()).toEqual(first.root());
    for (const leaf of leaves.slice(700)) second.add(leaf);
    expect(second.root()).toEqual(definition(leaves));
    expect(second.handOver()).toMatchObject([{ level: 1, number: 0 }]);
    expect(second.handOver()).toEqual([]);
  });

  it.each(sizes.filter((size) => size > 0))('proves leaves of %i to be in it', async (size) => {
    const tree = treeOver(leaves);
    const root = definition(leaves.slice(0, size));
    for (const index of new Set([0, 1, Math.floor(size / 2), size - 2, size - 1])) {
      const leaf = leaves[index];
      if (index < 0 || index >= size || !leaf) continue;
      const path = await tree.inclusion(index, size);
      expect(rootFrom(leaf, index, size, path)).toEqual(root);
      expect(rootFrom(textLeaf('another'), index, size, path)).not.toEqual(root);
    }
  });

  it('proves every tree to be the beginning of every larger one', async () => {
    const tree = treeOver(leaves);
    for (const [first, size] of [
      ...pairsUpTo(20),
      [255, 257],
      [256, 1_300],
      [700, 1_025],
      [1_299, 1_300],
    ] as const) {
      const [old, now] = [definition(leaves.slice(0, first)), definition(leaves.slice(0, size))];
      expect(rootsFrom(first, size, old, await tree.consistency(first, size))).toEqual({ old, now });
    }
  });
});

const pairsUpTo = (most: number): [number, number][] =>
  Array.from({ length: most }, (_, size) => size + 1).flatMap((size) =>
    Array.from({ length: size - 1 }, (_, first): [number, number] => [first + 1, size]),
  );
