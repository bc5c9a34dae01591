import type { Call } from '@groundswell/contracts';
import type { FieldErrors } from './form-field.js';

/** The contract's rules for a body, as messages by field name. For screens that may load the schema library. */
export const rulesOf =
  (call: Pick<Call, 'body'>, rest: Record<string, unknown> = {}) =>
  (state: Record<string, unknown>): FieldErrors => {
    const parsed = call.body?.safeParse({ ...rest, ...state });
    if (!parsed || parsed.success) return {};
    return Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]),
    );
  };
