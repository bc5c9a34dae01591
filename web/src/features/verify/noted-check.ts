import { query } from '../../api/browser-client.js';
import type { Noted } from './checkpoint.js';
import { isBeginningOf } from './merkle.js';

/** What happened to the log since a checkpoint was noted. */
export type Since = 'unchanged' | 'shorter' | 'changed';

/**
 * Whether the published log still begins with what was noted.
 * @param head what is published now
 */
export const compareWith = async (noted: Noted, head: Noted): Promise<Since> => {
  if (noted.count > head.count) return 'shorter';
  const path =
    noted.count === head.count
      ? []
      : (await query('getConsistency', { query: { first: String(noted.count), second: String(head.count) } }))
          .data.path;
  return (await isBeginningOf(noted, head, path)) ? 'unchanged' : 'changed';
};

/** The result, as text. */
export const sinceText = (since: Since, { position }: Noted, headPosition: string): string =>
  ({
    unchanged: `Since then, nothing was altered, removed or reordered up to position ${position}: the log has only grown.`,
    shorter: `The log is shorter than it was: it reached position ${position} then and ends at ${headPosition} now. Its end was cut off.`,
    changed: `The log was changed: up to position ${position} it no longer matches that checkpoint.`,
  })[since];
