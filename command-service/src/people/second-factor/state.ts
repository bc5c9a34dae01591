import type { Accounts } from '../account/accounts.js';

/** Vault field for the secret that the app has, too. */
export const secretField = 'second_factor.secret';
/** Vault field for a secret not yet confirmed by a code. */
export const pendingField = 'second_factor.pending';

/** Whether a person has a second factor, according to the log. */
export const isOn = async (accounts: Pick<Accounts, 'find'>, userId: string): Promise<boolean> =>
  (await accounts.find(userId))?.secondFactor === true;
