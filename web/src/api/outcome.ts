import { ApiError, outrunCode } from './api-error.js';

/** What is known of a failed command: it was refused, it needs a code first, or nothing is known. */
export type Outcome = 'refused' | 'unproven' | 'unknown';

/** Statuses that the server sends only after checking whether the command was already executed. */
const refusals: readonly number[] = [400, 404, 422];

/**
 * A code is requested before the server checks whether the command was carried out: what was in doubt remains
 * so.
 * @param inDoubt it was sent before, with unknown outcome
 */
export const outcomeOf = (failure: unknown, inDoubt: boolean): Outcome => {
  if (!(failure instanceof ApiError)) return 'unknown';
  const wantsProof = failure.code === 'ProofNeeded' || failure.code === 'IdentityProofNeeded';
  if (wantsProof && !inDoubt) return 'unproven';
  if (failure.code === outrunCode) return 'refused';
  return refusals.includes(failure.status) ? 'refused' : 'unknown';
};

/** Whether a call got no answer, or none that says what was done. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 0 || failure.status === 408 || failure.status >= 500);
