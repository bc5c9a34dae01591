import { headers, type ProvenPath } from '@groundswell/contracts';
import { type Exchange, signedIn } from '@groundswell/platform/http';

/** Given to a person who has proven their identity again: valid for one call, once. */
export interface SpendableProofs {
  spend(
    proof: string,
    occasion: { readonly userId: string; readonly sessionId: string; readonly path: ProvenPath },
    use: string,
  ): Promise<boolean>;
}

/**
 * Whether a request carries a proof of the caller's identity for this call. @param use the same for a repeat of the
 * request
 */
export const isProven = async (
  proofs: SpendableProofs,
  exchange: Exchange,
  path: ProvenPath,
  use: string,
): Promise<boolean> => {
  const proof = exchange.header(headers.identityProof);
  const { id: userId, sessionId } = signedIn(exchange);
  return proof !== undefined && proofs.spend(proof, { userId, sessionId, path }, use);
};
