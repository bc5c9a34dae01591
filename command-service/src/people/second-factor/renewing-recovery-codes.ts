import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { CodeSpending } from './spending.js';
import { isOn } from './state.js';
import type { StoredRecoveryCodes } from './stored-recovery-codes.js';

export interface RecoveryCodeRenewal {
  /** Number of unused recovery codes. */
  recoveryCodesLeft(userId: string): Promise<number>;
  renewRecoveryCodes(
    userId: string,
    code: string,
    cause: Cause,
  ): Promise<readonly string[] | Refusal | Limited>;
}

export interface RenewalParts {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'find' | 'change'>;
}

export const createRecoveryCodeRenewal = (
  { database, accounts }: RenewalParts,
  recoveryCodes: Pick<StoredRecoveryCodes, 'left' | 'renew'>,
  { spend }: CodeSpending,
): RecoveryCodeRenewal => ({
  recoveryCodesLeft: recoveryCodes.left,
  async renewRecoveryCodes(userId, code, cause) {
    if (!(await isOn(accounts, userId))) return refuse('SecondFactorOff');
    const refused = await spend(userId, code);
    if (refused) return refused;
    // The log first: codes are never replaced without a mail about it.
    const done = await accounts.change(userId, { type: 'RenewRecoveryCodes' }, cause);
    return isRefusal(done) ? done : database.transaction((sql) => recoveryCodes.renew(userId, sql));
  },
});
