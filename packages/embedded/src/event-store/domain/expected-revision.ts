import type { StreamHead } from './stream-state.js';

/** The revision a writer expects: one of these, or the exact revision of the stream's last event (0 and up). */
export const expectations = { noStream: -1, any: -2, streamExists: -4 } as const;

export interface Found {
  readonly revision: number;
  readonly position: number;
}

/** What is known of earlier events. Ids are the 16 bytes as latin1 text. */
export interface EarlierEvents {
  /** The event with this id, if it was recently written to this stream. */
  readonly recent: (id: string) => Found | undefined;
  /** The id and position of the event at a revision of this stream. */
  readonly at: (revision: number) => (Found & { readonly id: string }) | undefined;
}

export type Verdict =
  | { readonly kind: 'write' }
  | ({ readonly kind: 'repeat' } & Found)
  | { readonly kind: 'wrong expected revision' }
  | { readonly kind: 'stream deleted' };

const write: Verdict = { kind: 'write' };
const wrong: Verdict = { kind: 'wrong expected revision' };
const deleted: Verdict = { kind: 'stream deleted' };

/**
 * Decides on an append with EventStoreDB's order of checks: write it, answer it as a repeat of an earlier append,
 * or refuse it.
 */
export const judge = (
  head: StreamHead,
  expected: number,
  ids: readonly string[],
  earlier: EarlierEvents,
): Verdict => {
  if (head.tombstoned) return deleted;
  if (expected === expectations.streamExists) {
    if (head.softDeleted) return deleted;
    if (head.last < 0 && !head.hasMetadata) return wrong;
  }
  if (expected === expectations.any || expected === expectations.streamExists) {
    return judgeByRecentIds(ids, earlier);
  }
  if (expected < head.last) return judgeByStoredIds(head, expected, ids, earlier);
  return expected > head.last ? wrong : write;
};

/** Weak idempotency: a repeat is recognized by recently written ids. */
const judgeByRecentIds = (ids: readonly string[], earlier: EarlierEvents): Verdict => {
  let last: Found | undefined;
  for (const id of ids) {
    const found = earlier.recent(id);
    // An append that starts with a new event is new as a whole, even if it repeats an event later on.
    if (found === undefined) return last === undefined ? write : wrong;
    last = found;
  }
  return last === undefined ? write : { kind: 'repeat', revision: last.revision, position: last.position };
};

/** Strong idempotency: a repeat has the ids of the stream's events after the expected revision. */
const judgeByStoredIds = (
  head: StreamHead,
  expected: number,
  ids: readonly string[],
  earlier: EarlierEvents,
): Verdict => {
  let last: Found | undefined;
  for (const [index, id] of ids.entries()) {
    const found = earlier.at(expected + 1 + index);
    if (found === undefined || found.id !== id) {
      const recreates = index === 0 && expected === expectations.noStream && head.softDeleted;
      return recreates ? write : wrong;
    }
    last = found;
  }
  return last === undefined ? write : { kind: 'repeat', revision: last.revision, position: last.position };
};
