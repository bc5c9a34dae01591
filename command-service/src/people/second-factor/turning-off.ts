import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Vault } from '@groundswell/platform/vault';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { CodeSpending } from './spending.js';
import { pendingField, secretField } from './state.js';

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

/** A second factor that was set up before the last time the log says one was turned off. */
const leftBehind = 'people.second_factor WHERE user_id = $1 AND turned_off_before < $2';

export const createTurningOff = (
  { database, vault, accounts }: TurningOffParts,
  { spend }: CodeSpending,
): TurningOff => {
  /** False when nothing was left behind. What is being turned on at this moment stays. */
  const removeLeft = (userId: string, timesTurnedOff: number): Promise<boolean> =>
    database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      const left = await sql.query(`DELETE FROM ${leftBehind} RETURNING 1`, [userId, timesTurnedOff]);
      if (left.length > 0) await vault.remove(userId, [secretField, pendingField], sql);
      return left.length > 0;
    });

  const isLeft = async (userId: string, timesTurnedOff: number): Promise<boolean> =>
    (await database.query(`SELECT FROM ${leftBehind}`, [userId, timesTurnedOff])).length > 0;

  /** Write the event first: in the opposite order, a crash in between would leave an account that no code opens. */
  const endFactor = async (
    userId: string,
    cause: Cause,
    alsoEnd?: () => Promise<void>,
  ): Promise<Refusal | undefined> => {
    const done = await accounts.change(userId, { type: 'TurnOffSecondFactor' }, cause);
    if (isRefusal(done)) return done;
    await alsoEnd?.();
    const user = await accounts.find(userId);
    // Last and at once, so that a remaining row shows that it was interrupted.
    if (user) await removeLeft(userId, user.secondFactorsTurnedOff);
    return undefined;
  };

  return {
    async turnOff(userId, code, cause) {
      const user = await accounts.find(userId);
      if (!user?.secondFactor) {
        // Appends nothing: without a code, only what is off already may go.
        const completed = user && (await removeLeft(userId, user.secondFactorsTurnedOff));
        return completed ? undefined : refuse('SecondFactorOff');
      }
      const refused = await spend(userId, code);
      if (refused) return refused;
      return endFactor(userId, cause);
    },
    async reset(userId, cause, alsoEnd) {
      const user = await accounts.find(userId);
      if (user && !user.secondFactor && !(await isLeft(userId, user.secondFactorsTurnedOff))) return false;
      return (await endFactor(userId, cause, alsoEnd)) ?? true;
    },
  };
};
