import { type Problem, type Refusal, refusals } from '@groundswell/contracts';

type RefusalWithFields = Refusal & { readonly fields?: Readonly<Record<string, string>> };

export const problemContentType = 'application/problem+json; charset=utf-8';

/** The one place where refusals become HTTP (RFC 9457). */
export const problemOf = (refusal: RefusalWithFields, correlationId: string): Problem => ({
  type: 'about:blank',
  title: refusals[refusal.refused].message,
  status: refusals[refusal.refused].status,
  code: refusal.refused,
  error: refusal.message,
  ...(refusal.fields ? { fields: { ...refusal.fields } } : {}),
  correlation_id: correlationId,
});
