import type { LogComparison, LogId, LogPlace, Position, SeenEvent } from './types.js';

/** What a log holds, for a comparison with a reader's place in it. */
export interface LogFound {
  /** Undefined when the log holds no event of the product. */
  readonly log: LogId | undefined;
  /** Position of its last event of any kind. */
  readonly head: Position | undefined;
  /** The event at the place's `seen` stream and revision; undefined when there is none. */
  readonly atSeen: Pick<SeenEvent, 'id' | 'position'> | undefined;
}

/**
 * Compares events only: a position says nothing of its event, and the log may end before it. A cluster's
 * leader writes system events that are lost when it is killed; readers that passed them lost nothing.
 */
export const compareLogs = ({ log, position, seen }: LogPlace, found: LogFound): LogComparison => {
  if (log !== undefined && found.log === undefined) return 'empty';
  if (log !== undefined && log !== found.log) return 'other';
  if (!seen) return position && position.commit > (found.head?.commit ?? -1n) ? 'restored' : 'same';
  const { atSeen } = found;
  return atSeen?.id === seen.id && atSeen.position.commit === seen.position.commit ? 'same' : 'restored';
};
