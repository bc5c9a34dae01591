import type { Outcome } from '../../api/outcome.js';

/** Values, and the idempotency key they are sent with. */
export interface Keyed {
  readonly key: string;
  /** As JSON. */
  readonly values: string;
}

/**
 * The key for some values: unchanged while the same values are sent again, so that they take effect once; new
 * for other values.
 */
export const keyedFor = (before: Keyed | undefined, values: unknown, newKey: () => string): Keyed => {
  const text = JSON.stringify(values);
  return before?.values === text ? before : { key: newKey(), values: text };
};

/**
 * The title of a failed attempt.
 * @param subject in lower case, with its verb: "it was"
 * @param done what was wanted: "deleted"
 */
export const titleOf = (outcome: Outcome, subject: string, done: string): string => {
  const notDone = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}n’t ${done}`;
  if (outcome === 'refused') return notDone;
  if (outcome === 'unproven') return `${notDone}: enter a code first`;
  return `We don’t know yet whether ${subject} ${done}`;
};
