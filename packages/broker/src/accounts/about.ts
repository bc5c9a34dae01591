import { BrokerError } from '../broker-error.js';

/** Passes on what the broker answered about an account. @throws BrokerError when it is about another one */
export const about = <T>(answer: T, named: string, asked: string): T => {
  if (named === asked) return answer;
  throw new BrokerError('the broker answered about another account', { kind: 'malformed' });
};
