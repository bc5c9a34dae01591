import { ApiError, outrunCode } from './api-error.js';

/** What is known of a command that failed: nothing was made of it, a code is wanted first, or nothing at all. */
export type Outcome = 'refused' | 'unproven' | 'unknown';

/** Answers that the server gives once it has looked whether the command was done before. */
const refusals: readonly number[] = [400, 404, 422];

/**
 * A code is asked for before it is looked whether the command was done before: what was in doubt stays so.
 * @param inDoubt it was sent before, and no one knows what became of that
 */
export const outcomeOf = (failure: unknown, inDoubt: boolean): Outcome => {
  if (!(failure instanceof ApiError)) return 'unknown';
  const wantsProof = failure.code === 'ProofNeeded' || failure.code === 'IdentityProofNeeded';
  if (wantsProof && !inDoubt) return 'unproven';
  if (failure.code === outrunCode) return 'refused';
  return refusals.includes(failure.status) ? 'refused' : 'unknown';
};
