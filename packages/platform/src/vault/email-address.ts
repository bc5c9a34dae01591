import type { Vault } from './types.js';

/** In the vault: an address that waits for the link mailed to it, and the one before that can be had back for a time. */
export const pendingEmailField = 'email.pending';
export const previousEmailField = 'email.previous';
/** Whom mails about it still reach: the address at which a change was asked for, and the one that was taken away. */
export const askedFromEmailField = 'email.asked_from';
export const leftEmailField = 'email.left';

/**
 * The owner of an address: the person who has it, else the one who gave it up recently and may want it back.
 */
export const ownerOfEmail = async (vault: Pick<Vault, 'find'>, email: string): Promise<string | undefined> =>
  (await vault.find('email', email)) ?? (await vault.find(previousEmailField, email));
