import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Vault } from '@groundswell/platform/vault';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { CodeSpending } from './spending.js';
import { isOn, pendingField, secretField } from './state.js';

export interface TurningOff {
  /** A repeat completes an interrupted attempt, without a code: none counts any more. */
  turnOff(userId: string, code: string, cause: Cause): Promise<Refusal | Limited | undefined>;
  /**
   * For a person who has lost app and recovery codes, together with everything that has to end with it;
   * false, and nothing changes, when there is none. A repeat completes an interrupted attempt.
   */
  reset(userId: string, cause: Cause, alsoEnd: () => Promise<void>): Promise<boolean | Refusal>;
}

export interface TurningOffParts {
  readonly database: Database;
  readonly vault: Pick<Vault, 'remove'>;
  readonly accounts: Pick<Accounts, 'find' | 'change'>;
}

export const createTurningOff = (
  { database, vault, accounts }: TurningOffParts,
  { spend }: CodeSpending,
): TurningOff => {
  /** Write the event first: in the opposite order, a crash in between would leave an account that no code opens. */
  const endFactor = async (
    userId: string,
    cause: Cause,
    alsoEnd?: () => Promise<void>,
  ): Promise<Refusal | undefined> => {
    const done = await accounts.change(userId, { type: 'TurnOffSecondFactor' }, cause);
    if (isRefusal(done)) return done;
    await alsoEnd?.();
    // Last and at once, so that a remaining row shows that it was interrupted.
    await database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      await vault.remove(userId, [secretField, pendingField], sql);
      await sql.query('DELETE FROM people.second_factor WHERE user_id = $1', [userId]);
    });
    return undefined;
  };

  const isLeft = async (userId: string): Promise<boolean> =>
    (await database.query('SELECT FROM people.second_factor WHERE user_id = $1', [userId])).length > 0;

  return {
    async turnOff(userId, code, cause) {
      if (!(await isOn(accounts, userId)))
        return (await isLeft(userId)) ? endFactor(userId, cause) : refuse('SecondFactorOff');
      const refused = await spend(userId, code);
      if (refused) return refused;
      return endFactor(userId, cause);
    },
    async reset(userId, cause, alsoEnd) {
      const user = await accounts.find(userId);
      if (user && !user.secondFactor && !(await isLeft(userId))) return false;
      return (await endFactor(userId, cause, alsoEnd)) ?? true;
    },
  };
};
