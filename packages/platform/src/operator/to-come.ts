import { NotDone } from './run.js';

/** A past moment as someone typed it, and its position where it is one. */
interface LookedBackAt {
  readonly text: string;
  readonly position: bigint | undefined;
}

/**
 * Refuses an as-of time in the future. A day may be asked for from its beginning in UTC.
 * @throws NotDone that says where the log ends
 */
export const refuseToCome = ({ text, position }: LookedBackAt, head: bigint | undefined, now: Date): void => {
  const isToCome = position === undefined ? Date.parse(text) > now.getTime() : position > (head ?? 0n);
  if (!isToCome) return;
  const end = head === undefined ? 'the log is empty' : `the log ends at position ${head}`;
  throw new NotDone(`${position === undefined ? '' : 'Position '}${text} is still to come: ${end}.`);
};
