import { type LinkScreen, type Refusal, refuse } from '@groundswell/contracts';
import { derivedId, type Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import { type Links, mailboxOf } from '@groundswell/platform/links';
import { previousEmailField, ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { FollowedLink } from '../../shared/followed-link.js';
import { oweNotice } from '../sessions/owed-notices.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SignInNotices } from '../sign-in/notices.js';

type AddressCommand = 'ChangeEmail' | 'StopEmailChange';

/** Where a person is reached when the link is followed. */
interface AddressesHeld {
  readonly current: string | undefined;
  /** The one that can still be had back. */
  readonly previous: string | undefined;
  /** Whether the link was mailed to the current one. */
  readonly fromCurrent: boolean;
}

/** What the vault no longer holds from then on, and what it holds instead. */
interface AddressMove {
  readonly replaced: readonly string[];
  readonly values: Parameters<Vault['put']>[1];
}

/**
 * Sets the address to which the link of a token leads. The same transaction uses up the link, revokes everything that led to
 * another address, and owes the notice of it: the mails about it go to addresses that it sets.
 */
export type MoveAddress = (
  link: FollowedLink & { readonly userId: string; readonly purpose: LinkScreen },
  command: AddressCommand,
  moveFor: (held: AddressesHeld) => AddressMove,
) => Promise<Refusal | undefined>;

export interface AddressMoveParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly links: Links;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly notices: Pick<SignInNotices, 'tellOwed'>;
  readonly now: () => Date;
  readonly log: Log;
}

export const createAddressMove =
  ({ database, vault, links, sessions, notices, now, log }: AddressMoveParts): MoveAddress =>
  async ({ userId, token, key, purpose: followed }, command, moveFor) => {
    const refused = await database
      .transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        const spent = await links.spend(token, followed, sql, { key });
        if (!spent) return refuse('LinkNotValid');
        const { email: current, [previousEmailField]: previous } = await vault.get(
          userId,
          ['email', previousEmailField],
          sql,
        );
        const fromCurrent = current !== undefined && spent.mailbox === mailboxOf(vault, current);
        const { replaced, values } = moveFor({ current, previous, fromCurrent });
        await vault.replace(userId, replaced, values, sql);
        // A link that sets the password may be in a mailbox that is no longer theirs.
        for (const purpose of ['confirm_email', 'password_reset'] as const)
          await links.revoke(userId, purpose, sql);
        // The other mails about what is stopped: none may undo what the owner does after it, nor stop what they ask for then.
        if (followed === 'stop_email_change')
          await links.revoke(userId, followed, sql, fromCurrent ? spent.mailbox : undefined);
        await sessions.endAllOf(userId, 'address changed', sql);
        const noticeId = derivedId('email change', token);
        await oweNotice(sql, { userId, command, occurredAt: now(), noticeId });
        return undefined;
      })
      .catch((fault: unknown) => {
        if (fault instanceof ValueTaken) return refuse('LinkNotValid');
        throw fault;
      });
    if (refused) return refused;
    // The address is changed, and this stays owed.
    await notices
      .tellOwed(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record a change of address yet'));
    return undefined;
  };
