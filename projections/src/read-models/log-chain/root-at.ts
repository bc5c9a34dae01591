import type { Sql } from '@groundswell/platform/database';
import { readHead, readTile } from './store.js';
import { TreeReader } from './tree-proofs.js';

/** Root over the first `count` events, hexadecimal. Undefined if the chain has fewer. */
export const rootAt = async (sql: Sql, count: number): Promise<string | undefined> => {
  const head = await readHead(sql);
  if (!head || head.count < count) return undefined;
  const tree = new TreeReader((level, number) => readTile(sql, level, number));
  return (await tree.root(0, count)).toString('hex');
};
