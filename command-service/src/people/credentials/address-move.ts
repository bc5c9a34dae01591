import { type LinkScreen, type Refusal, refuse } from '@groundswell/contracts';
import { derivedId, type Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import { type Links, mailboxOf } from '@groundswell/platform/links';
import { returnableEmailFields, ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { FollowedLink } from '../../shared/followed-link.js';
import { oweNotice } from '../sessions/owed-notices.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SignInNotices } from '../sign-in/notices.js';

type AddressCommand = 'ChangeEmail' | 'StopEmailChange';

/** Where a person is reached when the link is followed. */
interface AddressesHeld {
  readonly current: string | undefined;
  /** Those that can still be had back, in the order in which they were left. */
  readonly left: readonly string[];
}

/** The one of them that a link was mailed to, if any: the place among those that were left. */
type MailedTo = 'current' | number | undefined;

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
  /** @returns undefined where the link leads to none of them */
  moveFor: (held: AddressesHeld, mailedTo: MailedTo) => AddressMove | undefined,
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

/** Undoes the transaction in which a link was used up: a repeat must not take that for a change that was made. */
class LeadsNowhere extends Error {
  override readonly name = 'LeadsNowhere';
}

const readHeld = async (vault: Vault, userId: string, sql: Sql): Promise<AddressesHeld> => {
  const values = await vault.get(userId, ['email', ...returnableEmailFields], sql);
  return { current: values.email, left: returnableEmailFields.flatMap((field) => values[field] ?? []) };
};

const mailedTo = (vault: Vault, { current, left }: AddressesHeld, mailbox: string | undefined): MailedTo => {
  if (mailbox === undefined) return left.length === 0 ? 'current' : 0;
  if (current !== undefined && mailboxOf(vault, current) === mailbox) return 'current';
  const place = left.findIndex((address) => mailboxOf(vault, address) === mailbox);
  return place < 0 ? undefined : place;
};

/**
 * Where the other mails went that could stop what is stopped; undefined: anywhere. None may undo what the owner does after it, nor
 * stop what they ask for then, but earlier mailboxes still have their say.
 */
const othersMailedTo = (from: MailedTo, { mailbox }: { readonly mailbox: string | undefined }) =>
  from === 0 ? undefined : mailbox;

/** Those who open an earlier link again must not read that its address is theirs. */
const forgetEarlier = async (links: Links, userId: string, token: string, sql: Sql): Promise<void> => {
  for (const purpose of ['confirm_email', 'stop_email_change'] as const)
    await links.forgetSpent(userId, purpose, sql, token);
};

export const createAddressMove =
  ({ database, vault, links, sessions, notices, now, log }: AddressMoveParts): MoveAddress =>
  async ({ userId, token, key, purpose: followed }, command, moveFor) => {
    const refused = await database
      .transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        const spent = await links.spend(token, followed, sql, { key });
        if (!spent) return refuse('LinkNotValid');
        const held = await readHeld(vault, userId, sql);
        const from = mailedTo(vault, held, spent.mailbox);
        const move = moveFor(held, from);
        if (!move) throw new LeadsNowhere();
        await vault.replace(userId, move.replaced, move.values, sql);
        // A link that sets the password may be in a mailbox that is no longer theirs.
        for (const purpose of ['confirm_email', 'password_reset'] as const)
          await links.revoke(userId, purpose, sql);
        if (followed === 'stop_email_change')
          await links.revoke(userId, followed, sql, othersMailedTo(from, spent));
        if (move.values.email) await forgetEarlier(links, userId, token, sql);
        await sessions.endAllOf(userId, 'address changed', sql);
        const noticeId = derivedId('email change', token);
        await oweNotice(sql, { userId, command, occurredAt: now(), noticeId });
        return undefined;
      })
      .catch((fault: unknown) => {
        if (fault instanceof ValueTaken || fault instanceof LeadsNowhere) return refuse('LinkNotValid');
        throw fault;
      });
    if (refused) return refused;
    // The address is changed, and this stays owed.
    await notices
      .tellOwed(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record a change of address yet'));
    return undefined;
  };
