import type { Trial } from './trial.js';

/** A deposit of a person that no one here has asked for: someone made it at the broker. @returns the broker's id of it */
export const depositBySomebodyElse = async (
  trial: Trial,
  userId: string,
  amount: string,
): Promise<string> => {
  const { brokerAccountId = '', bankLinks } = await trial.account(userId);
  const [link] = bankLinks.values();
  const { transfers } = trial.dependencies.broker;
  const request = { relationshipId: link?.relationshipId ?? '', direction: 'INCOMING', amount } as const;
  return (await transfers.create(brokerAccountId, request)).id;
};
