import { ApiError } from './api-error.js';
import type { ClientOptions } from './client-options.js';
import type { Exchange } from './exchange.js';
import type { SessionRequest } from './request.js';

type Proofs = Pick<ClientOptions, 'proveAnew' | 'proveFor'>;

/**
 * Obtains the proof a refusal asks for, and returns the headers for the next attempt; undefined if that cannot
 * help.
 */
const proofAgainst = async (
  failure: unknown,
  path: string,
  around: Proofs,
): Promise<Record<string, string> | undefined> => {
  const code = failure instanceof ApiError ? failure.code : undefined;
  if (code === 'ProofNeeded') return (await around.proveAnew()) ? {} : undefined;
  const proof = code === 'IdentityProofNeeded' ? await around.proveFor(path) : undefined;
  return proof === undefined ? undefined : { 'identity-proof': proof };
};

/** A call that needs a proof is sent again unchanged, with the same key, once there is one. */
export const createProvenRequest =
  (around: Proofs, request: SessionRequest) =>
  async (path: string, init: RequestInit): ReturnType<Exchange> => {
    try {
      return await request(path, path, init);
    } catch (failure) {
      const shown = await proofAgainst(failure, path, around);
      if (!shown) throw failure;
      return request(path, path, { ...init, headers: { ...init.headers, ...shown } });
    }
  };
