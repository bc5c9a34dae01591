import { isRefusal, type Refusal } from '@groundswell/contracts';
import type { Limited } from '../../shared/limit.js';
import type { StillStands } from '../sessions/sign-in-methods.js';
import { type AccountLog, type AccountLogParts, openAccountLog } from './account-log.js';
import { type Addresses, type AddressesParts, createAddresses } from './addresses.js';
import type { Cause } from './cause.js';
import { createPasswordChange, type PasswordChange, type PasswordChangeParts } from './password-change.js';
import { createPasswordChecks, type PasswordChecks, type PasswordChecksParts } from './password-checks.js';
import { storePasswords } from './stored-passwords.js';

/** Accounts as a whole: the log knows that one exists and its roles, the vault how to reach it. */
export interface Accounts extends AccountLog, Addresses, PasswordChecks, PasswordChange {
  /** Opens an account for an address, or returns the existing one. Safe to repeat after a crash. */
  register(email: string, via: 'operator' | 'waitlist', cause: Cause): Promise<string>;
}

/**
 * Asks a signed-in person for their password again, from a network.
 * @returns the proof, or why it does not count
 */
export type ProvePassword = (
  userId: string,
  password: string,
  network: string,
) => Promise<StillStands | Refusal | Limited>;

export const createAccounts = (
  services: AccountLogParts & AddressesParts & PasswordChecksParts & PasswordChangeParts,
): Accounts => {
  const inLog = openAccountLog(services);
  const addresses = createAddresses(services);
  const stored = storePasswords(services.database);
  return {
    ...inLog,
    ...addresses,
    ...createPasswordChecks(services, inLog, stored),
    ...createPasswordChange(services, inLog, stored),
    async register(email, via, cause) {
      const userId = await addresses.personOf(email);
      const done = await inLog.change(userId, { type: 'RegisterUser', userId, via }, cause);
      if (isRefusal(done)) throw new Error(`registering was refused: ${done.refused}`);
      return userId;
    },
  };
};
