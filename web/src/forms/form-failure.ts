import { ApiError } from '../api/api-error.js';
import type { FieldErrors, FormField } from './form-field.js';

/** What is wrong with a form, as shown. */
export interface Failure {
  readonly errors: FieldErrors;
  readonly general: string | undefined;
  readonly attempt: number;
  /**
   * Fields with errors in the last attempt to submit. The summary lists these, but not fields that were only left.
   */
  readonly summed: readonly string[];
}

export type Found = Pick<Failure, 'errors' | 'general'>;

export const noFailure: Failure = { errors: {}, general: undefined, attempt: 0, summed: [] };

export const isEmpty = (errors: FieldErrors) => Object.keys(errors).length === 0;

const without = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

/** The rest of a failure after some of its fields have changed. */
export const mended = (before: Failure, names: readonly string[], left: FieldErrors): Failure => {
  const gone = names.filter((name) => !left[name]);
  if (gone.length === 0) return before;
  return {
    ...before,
    errors: without(before.errors, gone),
    general: undefined,
    summed: before.summed.filter((name) => !gone.includes(name)),
  };
};

/** The failure of an attempt to submit. */
export const failedAgain = ({ attempt }: Failure, found: Found): Failure => ({
  ...found,
  attempt: attempt + 1,
  summed: Object.keys(found.errors),
});

/** Errors of this form's fields are shown next to them, others above the form. */
export const foundIn = (caught: unknown, fields: readonly FormField[]): Found => {
  if (!(caught instanceof ApiError)) throw caught;
  const known = fields.map(({ name }) => name);
  const errors = Object.fromEntries(Object.entries(caught.fields).filter(([name]) => known.includes(name)));
  return { errors, general: isEmpty(errors) ? caught.message : undefined };
};
