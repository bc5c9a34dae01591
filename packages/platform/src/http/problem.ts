import { type Problem, type Refusal, refusals } from '@groundswell/contracts';

/** Fields that only some refusals have: messages for form fields, and what completes a sign-in. */
export interface FullRefusal extends Refusal {
  readonly fields?: Readonly<Record<string, string>>;
  readonly challenge?: string;
}

export const problemContentType = 'application/problem+json; charset=utf-8';

/** The one place where refusals become HTTP (RFC 9457). */
export const problemOf = (refusal: FullRefusal, correlationId: string): Problem => ({
  type: 'about:blank',
  title: refusals[refusal.refused].message,
  status: refusals[refusal.refused].status,
  code: refusal.refused,
  error: refusal.message,
  ...(refusal.fields ? { fields: { ...refusal.fields } } : {}),
  ...(refusal.challenge ? { challenge: refusal.challenge } : {}),
  correlation_id: correlationId,
});
