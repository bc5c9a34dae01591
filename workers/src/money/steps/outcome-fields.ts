import type { MoneyDependencies } from '../dependencies.js';

/** What the vault keeps of an answer of the broker until the event that tells of it is in the log: its code. */
export const refusalField = (kind: 'application' | 'bank', entityId: string): string =>
  `${kind}.${entityId}.refused`;

/** The address that a person's application goes under at the broker. No two people have the same at a time. */
export const claimedEmailField = 'broker.email';
/** When it was claimed: an account at the broker that is older belongs to someone else. ISO 8601. */
export const claimedAtField = 'broker.email_claimed_at';

/**
 * Stores the broker's answer and deletes what was only needed to ask for it, in one transaction: after a
 * crash the answer is there, and secrets are not kept longer than needed.
 */
export const keepOutcome = (
  { vault }: Pick<MoneyDependencies, 'vault'>,
  userId: string,
  kept: Readonly<Record<string, string>>,
  forgotten: readonly string[],
): Promise<void> => {
  const values = Object.entries(kept).map(([field, value]) => [field, { value }] as const);
  return vault.replace(userId, forgotten, Object.fromEntries(values));
};
