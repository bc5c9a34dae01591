import { isRefusal, refuse } from '@groundswell/contracts';
import type { Accounts, ProvePassword } from '../account/accounts.js';
import type { SignInNotices } from './notices.js';
import type { SignInAttempts } from './sign-in-attempts.js';

/**
 * Asks a signed-in person for the password again: a session alone, which may be stolen, must not allow lasting
 * changes. Attempts count with those of sign-in, so that guessing here gains nothing.
 */
export const createPasswordProof =
  (
    accounts: Pick<Accounts, 'emailOf' | 'provePassword'>,
    attempts: Pick<SignInAttempts, 'count' | 'succeeded'>,
    notices: Pick<SignInNotices, 'tellOwed'>,
  ): ProvePassword =>
  async (userId, password, network) => {
    const attempt = { email: (await accounts.emailOf(userId)) ?? '', network };
    const allowed = await attempts.count(attempt);
    if (isRefusal(allowed)) return allowed;
    const stands = await accounts.provePassword(userId, password);
    if (!stands) {
      const refusal = refuse('PasswordWrong');
      return { ...refusal, fields: { password: refusal.message } };
    }
    if (await attempts.succeeded(attempt, userId)) await notices.tellOwed(userId);
    return stands;
  };
