import { type Actor, isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import type { Links } from '@groundswell/platform/links';
import type { InboxHandler } from '../shared/inbox.js';
import type { Accounts, Cause } from './accounts.js';
import { refuseWeakPassword } from './password-rules.js';

export interface PasswordReset {
  /** Works off the wish for a link, which the inbox noted; whether the address is known shows in its mailbox alone. */
  readonly onRequest: InboxHandler;
  /** Sets the password of whoever was sent the token, and ends their sessions. */
  reset(token: string, password: string, correlationId: string): Promise<Refusal | undefined>;
}

export interface PasswordResetParts {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly links: Links;
}

/** Under which the inbox keeps those who want a link. */
export const resetKind = 'reset password';

const visitor: Actor = { id: 'visitor', role: 'anonymous' };

export const createPasswordReset = ({ database, accounts, links }: PasswordResetParts): PasswordReset => {
  /** Someone who waited opens their account here: the mail has proven that the address is theirs. */
  const accountOf = async (personId: string, cause: Cause): Promise<boolean> => {
    if (await accounts.find(personId)) return true;
    const email = await accounts.emailOf(personId);
    return email !== undefined && (await accounts.register(email, 'waitlist', cause)) === personId;
  };

  const setPassword = async (personId: string, password: string, cause: Cause) => {
    if (!(await accountOf(personId, cause))) return refuse('LinkNotValid');
    const refused = await accounts.setPassword(personId, password, cause);
    if (refused) return refused;
    const confirmed = await accounts.change(personId, { type: 'ConfirmAddress' }, cause);
    return isRefusal(confirmed) ? confirmed : undefined;
  };

  return {
    async onRequest({ content: email, ...request }) {
      const personId = await accounts.findByEmail(email);
      if (personId === undefined) return;
      await accounts.change(personId, { type: 'RequestPasswordReset' }, { ...request, actor: visitor });
    },
    async reset(token, password, correlationId) {
      const personId = await links.personOf(token, 'password_reset');
      if (personId === undefined) return refuse('LinkNotValid');
      const weak = refuseWeakPassword(password, await accounts.emailOf(personId));
      if (weak) return weak;
      const cause: Cause = { actor: { id: personId, role: 'anonymous' }, correlationId };
      // The link is spent together with what it was for: a failure leaves it good.
      return database.transaction(async (sql) => {
        if ((await links.spend(token, 'password_reset', sql)) === undefined) return refuse('LinkNotValid');
        const refused = await setPassword(personId, password, cause);
        if (!refused) await links.revoke(personId, 'password_reset', sql);
        return refused;
      });
    },
  };
};
