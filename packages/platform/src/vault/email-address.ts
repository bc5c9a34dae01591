import type { Vault } from './types.js';

/**
 * In the vault: an address that waits for the link mailed to it, and for a time those that can be had back, which are the one
 * before and, after several changes, the one that came next.
 */
export const pendingEmailField = 'email.pending';
export const previousEmailField = 'email.previous';
export const betweenEmailField = 'email.between';
/** Whom mails about it still reach: the address at which a change was asked for, and the one that was taken away. */
export const askedFromEmailField = 'email.asked_from';
export const leftEmailField = 'email.left';

/** The person who gave up an address recently and may want it back. */
export const leaverOfEmail = async (vault: Pick<Vault, 'find'>, email: string): Promise<string | undefined> =>
  (await vault.find(previousEmailField, email)) ?? (await vault.find(betweenEmailField, email));

/** The owner of an address: the person who has it, else the one who gave it up recently. */
export const ownerOfEmail = async (vault: Pick<Vault, 'find'>, email: string): Promise<string | undefined> =>
  (await vault.find('email', email)) ?? (await leaverOfEmail(vault, email));
