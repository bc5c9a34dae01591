import type { Trial } from './trial.js';

/** A deposit at the broker that was not requested here. @returns the broker's id of it */
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
