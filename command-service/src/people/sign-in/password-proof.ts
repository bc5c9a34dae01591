import { refuse } from '@groundswell/contracts';
import type { Accounts, ProvePassword } from '../account/accounts.js';
import type { SignInAttempts } from './sign-in-attempts.js';

/**
 * The password once more, of someone who is signed in: a session alone, which may be stolen, must change nothing that lasts.
 * It is counted with those of signing in, so that a password is not guessed here more often than there.
 */
export const createPasswordProof =
  (
    accounts: Pick<Accounts, 'emailOf' | 'provePassword'>,
    attempts: Pick<SignInAttempts, 'count' | 'succeeded'>,
  ): ProvePassword =>
  async (userId, password, network) => {
    const attempt = { email: (await accounts.emailOf(userId)) ?? '', network };
    const closed = await attempts.count(attempt);
    if (closed) return closed;
    const stands = await accounts.provePassword(userId, password);
    if (!stands) {
      const refusal = refuse('PasswordWrong');
      return { ...refusal, fields: { password: refusal.message } };
    }
    await attempts.succeeded(attempt, userId);
    return stands;
  };
