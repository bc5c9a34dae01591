import type { FieldErrors, FormField, FormValues } from './form-field.js';
import { cleanedState, currentValue, missingFields } from './form-rules.js';

/** What is wrong with values: required fields that are empty, and what the form's own rules say. */
export const formChecks = (
  fields: readonly FormField[],
  rules: ((state: Record<string, unknown>) => FieldErrors) | undefined,
) => ({
  errorsIn(values: FormValues): FieldErrors {
    const missing = missingFields(fields, values);
    return { ...rules?.(cleanedState(fields, values)), ...missing };
  },
  /** Of one field; none while it is empty. */
  errorOf(name: string, values: FormValues): string | undefined {
    const field = fields.find((candidate) => candidate.name === name);
    const isFilled = field && currentValue(field, values).length > 0;
    return isFilled ? rules?.(cleanedState(fields, values))[name] : undefined;
  },
});
