import { BrokerError } from '@groundswell/broker';
import type { Work } from '../steps/work.js';
import { keepWords } from './keep-words.js';

/** Stores the broker's text of a refusal. */
export const keepRefusal = async (
  { dependencies, userId }: Work,
  kind: 'application' | 'bank' | 'transfer',
  entityId: string,
  fault: unknown,
): Promise<void> => {
  if (!(fault instanceof BrokerError) || fault.words === undefined) return;
  await keepWords(dependencies, userId, [{ kind, entityId, words: fault.words }]);
};
