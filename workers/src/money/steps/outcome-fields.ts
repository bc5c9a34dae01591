import type { MoneyDependencies } from '../dependencies.js';

/** Vault field for the code of the broker's refusal, kept until the event about it is in the log. */
export const refusalField = (kind: 'application' | 'bank', entityId: string): string =>
  `${kind}.${entityId}.refused`;

/** The email address under which a person applies at the broker. Unique among people at any time. */
export const claimedEmailField = 'broker.email';
/** When it was claimed, in ISO 8601: an older account at the broker belongs to someone else. */
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
