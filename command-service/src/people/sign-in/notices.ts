import type { Actor } from '@groundswell/contracts';
import { currentCorrelation, derivedId } from '@groundswell/platform';
import type { Accounts } from '../account/accounts.js';
import type { Reuse } from '../sessions/rotation.js';

/** What a person is told of sign-ins to their account: recorded in the log, and mailed from there. */
export interface SignInNotices {
  newDevice(userId: string): Promise<void>;
  newNetwork(userId: string): Promise<void>;
  /** Once for each session, however often its tokens come back. The user of the token is unknown. */
  tokenReuse(reused: Reuse['reused']): Promise<void>;
}

export interface NoticesParts {
  readonly accounts: Pick<Accounts, 'change'>;
  readonly newId: () => string;
}

export const createSignInNotices = ({ accounts, newId }: NoticesParts): SignInNotices => {
  const causeOf = (id: string, role: Actor['role']) => ({
    actor: { id, role },
    correlationId: currentCorrelation()?.correlationId ?? newId(),
  });
  return {
    async newDevice(userId) {
      await accounts.change(userId, { type: 'NoteNewDevice' }, causeOf(userId, 'user'));
    },
    async newNetwork(userId) {
      await accounts.change(userId, { type: 'NoteNewNetwork' }, causeOf(userId, 'user'));
    },
    async tokenReuse({ sessionId, userId }) {
      const cause = { ...causeOf(userId, 'anonymous'), commandId: derivedId('token reuse', sessionId) };
      await accounts.change(userId, { type: 'NoteTokenReuse', sessionId }, cause);
    },
  };
};
