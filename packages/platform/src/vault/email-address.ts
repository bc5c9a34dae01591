import type { Vault } from './types.js';

/** In the vault: an address that waits for the link mailed to it, and for a time the one before, which can be had back. */
export const pendingEmailField = 'email.pending';
export const previousEmailField = 'email.previous';
/** Those that can be had back after several changes, in the order in which they were left. */
export const returnableEmailFields = [
  previousEmailField,
  'email.between',
  'email.between_2',
  'email.between_3',
  'email.between_4',
] as const;
/** Whom mails about it still reach: the address at which a change was asked for, and the one that was taken away. */
export const askedFromEmailField = 'email.asked_from';
export const leftEmailField = 'email.left';

/** The person who gave up an address recently and may want it back. */
export const leaverOfEmail = async (
  vault: Pick<Vault, 'find'>,
  email: string,
): Promise<string | undefined> => {
  const leavers = await Promise.all(returnableEmailFields.map((field) => vault.find(field, email)));
  return leavers.find((leaver) => leaver !== undefined);
};

/** The owner of an address: the person who has it, else the one who gave it up recently. */
export const ownerOfEmail = async (vault: Pick<Vault, 'find'>, email: string): Promise<string | undefined> =>
  (await vault.find('email', email)) ?? (await leaverOfEmail(vault, email));
