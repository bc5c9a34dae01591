import type { Outcome } from '../../api/outcome.js';

/** What is sent, and the key that it is sent under. */
export interface Keyed {
  readonly key: string;
  /** As JSON. */
  readonly values: string;
}

/** The key for some values: the same while the same are sent again, so that they are done once; another for others. */
export const keyedFor = (before: Keyed | undefined, values: unknown, newKey: () => string): Keyed => {
  const text = JSON.stringify(values);
  return before?.values === text ? before : { key: newKey(), values: text };
};

/**
 * How a failed attempt is called.
 * @param subject in small letters, with its verb: "it was"
 * @param done what was wanted: "deleted"
 */
export const titleOf = (outcome: Outcome, subject: string, done: string): string => {
  const notDone = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} not ${done}`;
  if (outcome === 'refused') return notDone;
  if (outcome === 'unproven') return `${notDone}: a code is needed first`;
  return `We do not know yet whether ${subject} ${done}`;
};
