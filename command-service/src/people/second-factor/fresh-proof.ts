import { refuse } from '@groundswell/contracts';
import { ageOf } from '@groundswell/domain/clock';
import type { FreshProof } from '../../shared/fresh-proof.js';
import type { Accounts } from '../account/accounts.js';
import type { Sessions } from '../sessions/sessions.js';

/** Milliseconds a code counts: long enough to link a bank and move money, too short for an unattended device. */
const lifetime = 10 * 60_000;

export const createFreshProof =
  (accounts: Pick<Accounts, 'find'>, sessions: Pick<Sessions, 'provedAt'>, now: () => Date): FreshProof =>
  async ({ id, sessionId }) => {
    if (!(await accounts.find(id))?.secondFactor) return undefined;
    const provedAt = await sessions.provedAt(sessionId);
    const isFresh = provedAt !== undefined && ageOf(provedAt, now()) < lifetime;
    return isFresh ? undefined : refuse('ProofNeeded');
  };
