import type { LoadedAccount } from '../../shared/accounts.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';

/** One step being worked on: for whom, the state, and its deadline. */
export interface Work {
  readonly dependencies: MoneyDependencies;
  readonly desk: AccountDesk;
  readonly userId: string;
  readonly loaded: LoadedAccount;
  /** Aborts when the process ends or the lock on the person is lost. */
  readonly signal: AbortSignal;
}

/** Does what is due for a person. @returns when that has to be resumed; undefined when nothing is waiting */
export type WorkOn = (userId: string) => Promise<Date | undefined>;

/** `again`: repeat the step at once, since the obstacle is removed. */
export type StepEnd = 'done' | 'again';

/** The broker's id of the account. Every step after the application has one. */
export const brokerAccountOf = ({ loaded }: Work): string => {
  const { brokerAccountId } = loaded.state;
  if (brokerAccountId === undefined) throw new Error('a step is due without an account at the broker');
  return brokerAccountId;
};
