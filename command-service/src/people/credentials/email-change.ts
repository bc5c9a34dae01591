import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import type { Links } from '@groundswell/platform/links';
import {
  ownerOfEmail,
  pendingEmailField,
  previousEmailField,
  ValueTaken,
  type Vault,
} from '@groundswell/platform/vault';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { Sessions } from '../sessions/sessions.js';
import { lockSignInMethods } from '../sessions/sign-in-methods.js';

export interface EmailChange {
  /** Records the address they want, and has links mailed. Does not reveal whether someone has it. */
  request(userId: string, email: string, cause: Cause): Promise<Refusal | undefined>;
  /** Changes the address to the one the token was mailed to. */
  confirm(token: string, correlationId: string): Promise<Refusal | undefined>;
  /** Keeps or restores the address the token was mailed to, and revokes every way to another one. */
  stop(token: string, correlationId: string): Promise<Refusal | undefined>;
}

export interface EmailChangeParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly links: Links;
  readonly accounts: Pick<Accounts, 'change' | 'emailOf'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  /** A thief of the mailbox must not empty the account through it. */
  readonly holdWithdrawals: (
    personId: string,
    cause: 'email changed',
    correlationId: string,
  ) => Promise<Refusal | undefined>;
  readonly now: () => Date;
}

const hour = 3_600_000;
/** Milliseconds that a new address waits for its link, and that the previous one can be restored. */
const [pendingTime, returnTime] = [hour, 72 * hour];

const emailOf = (email: string | undefined): Parameters<Vault['put']>[1] =>
  email === undefined ? {} : { email: { value: email, unique: true } };

export const createEmailChange = (services: EmailChangeParts): EmailChange => {
  const { database, vault, links, accounts, sessions, holdWithdrawals, now } = services;

  const causeOf = (userId: string, token: string, correlationId: string): Cause => ({
    actor: { id: userId, role: 'anonymous' },
    correlationId,
    commandId: derivedId('email change', token),
  });
  const later = (time: number): Date => new Date(now().getTime() + time);

  /** Sets the address, and in the same transaction revokes everything that led to another one. */
  const move = (
    userId: string,
    spend: (sql: Sql) => Promise<string | undefined>,
    values: (current: string | undefined) => Parameters<Vault['put']>[1],
  ): Promise<Refusal | undefined> =>
    database
      .transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        if ((await spend(sql)) === undefined) return refuse('LinkNotValid');
        const { email } = await vault.get(userId, ['email'], sql);
        const left = [pendingEmailField, previousEmailField];
        await vault.replace(userId, left, values(email), sql);
        // A link that sets the password may be in a mailbox that is no longer theirs.
        for (const purpose of ['confirm_email', 'password_reset'] as const)
          await links.revoke(userId, purpose, sql);
        await sessions.endAllOf(userId, 'address changed', sql);
        return undefined;
      })
      .catch((fault: unknown) => {
        if (fault instanceof ValueTaken) return refuse('LinkNotValid');
        throw fault;
      });

  return {
    async request(userId, email, cause) {
      if (email === (await accounts.emailOf(userId))) {
        const refusal = refuse('InvalidRequest');
        return { ...refusal, fields: { email: 'This is your address already.' } } as Refusal;
      }
      await links.revoke(userId, 'confirm_email');
      await vault.put(userId, { [pendingEmailField]: { value: email, expiresAt: later(pendingTime) } });
      const done = await accounts.change(userId, { type: 'RequestEmailChange' }, cause);
      return isRefusal(done) ? done : undefined;
    },
    async confirm(token, correlationId) {
      const userId = await links.personOf(token, 'confirm_email');
      if (userId === undefined) return refuse('LinkNotValid');
      const pending = (await vault.get(userId, [pendingEmailField]))[pendingEmailField];
      if (pending === undefined || ((await ownerOfEmail(vault, pending)) ?? userId) !== userId)
        return refuse('LinkNotValid');
      const unheld = await holdWithdrawals(userId, 'email changed', correlationId);
      if (unheld) return unheld;
      // Write the event first: after a crash in between the link remains valid, and a repeat finds the event.
      const cause = causeOf(userId, token, correlationId);
      const done = await accounts.change(userId, { type: 'ChangeEmail' }, cause);
      if (isRefusal(done)) return done;
      return move(
        userId,
        (sql) => links.spend(token, 'confirm_email', sql),
        (current) => ({
          email: { value: pending, unique: true },
          ...(current && {
            [previousEmailField]: { value: current, unique: true, expiresAt: later(returnTime) },
          }),
        }),
      );
    },
    async stop(token, correlationId) {
      const userId = await links.personOf(token, 'stop_email_change');
      if (userId === undefined) return refuse('LinkNotValid');
      const previous = (await vault.get(userId, [previousEmailField]))[previousEmailField];
      const cause = causeOf(userId, token, correlationId);
      const done = await accounts.change(userId, { type: 'StopEmailChange' }, cause);
      if (isRefusal(done)) return done;
      return move(
        userId,
        (sql) => links.spend(token, 'stop_email_change', sql),
        (current) => emailOf(previous ?? current),
      );
    },
  };
};
