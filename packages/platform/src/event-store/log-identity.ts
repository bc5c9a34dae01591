import type { LogComparison, LogId, LogPlace, Position, SeenEvent } from './types.js';

/** What a log holds, as far as a place can be compared with it. */
export interface LogFound {
  /** Undefined when it holds no event of ours. */
  readonly log: LogId | undefined;
  /** Position of its last event of any kind. */
  readonly head: Position | undefined;
  /** The event that has the stream and revision of the place's `seen` here; undefined when there is none. */
  readonly atSeen: Pick<SeenEvent, 'id' | 'position'> | undefined;
}

/**
 * Compares by events alone: a position says nothing of what is at it, and the log may end before it. A cluster's leader
 * writes events for itself that no one holds once it is killed; readers have passed them, and lost nothing.
 */
export const compareLogs = ({ log, position, seen }: LogPlace, found: LogFound): LogComparison => {
  if (log !== undefined && found.log === undefined) return 'empty';
  if (log !== undefined && log !== found.log) return 'other';
  if (!seen) return position && position.commit > (found.head?.commit ?? -1n) ? 'restored' : 'same';
  const { atSeen } = found;
  return atSeen?.id === seen.id && atSeen.position.commit === seen.position.commit ? 'same' : 'restored';
};
