import { type Refusal, refuse } from '@groundswell/contracts';
import type { Database, Sql } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Links } from '@groundswell/platform/links';
import { pendingEmailField, previousEmailField, ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { Sessions } from '../sessions/sessions.js';

/**
 * Sets the address, and in the same transaction revokes everything that led to another one.
 * @param spend uses up the link, which is not valid when it returns undefined
 * @param values what the vault holds from then on, given the address and the previous one that can still be had back
 */
export type MoveAddress = (
  userId: string,
  spend: (sql: Sql) => Promise<string | undefined>,
  values: (current: string | undefined, previous: string | undefined) => Parameters<Vault['put']>[1],
) => Promise<Refusal | undefined>;

export interface AddressMoveParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly links: Links;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
}

export const createAddressMove =
  ({ database, vault, links, sessions }: AddressMoveParts): MoveAddress =>
  (userId, spend, values) =>
    database
      .transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        if ((await spend(sql)) === undefined) return refuse('LinkNotValid');
        const { email, [previousEmailField]: previous } = await vault.get(
          userId,
          ['email', previousEmailField],
          sql,
        );
        const replaced = [pendingEmailField, previousEmailField];
        await vault.replace(userId, replaced, values(email, previous), sql);
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
