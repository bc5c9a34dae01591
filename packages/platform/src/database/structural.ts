import { codeOf } from '../faults.js';

/** SQLSTATEs of a statement that finds no table, column, function, constraint or type as it was written for. */
const structural: ReadonlySet<string> = new Set([
  '3F000',
  '42501',
  '42703',
  '42804',
  '42883',
  '42P01',
  '42P10',
  // A plan that was made for other columns than there are now.
  '0A000',
]);

/** Whether a statement failed because of how tables are defined, not because of their rows. */
export const isStructural = (error: unknown): boolean => structural.has(codeOf(error) ?? '');

/** What was read; undefined where the tables are not as the statement expects them. */
export const unlessStructural = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (isStructural(error)) return undefined;
    throw error;
  }
};
