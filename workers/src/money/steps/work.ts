import type { AccountDesk, LoadedAccount } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';

/** One step at work: for whom, how things stand, and until when it may continue. */
export interface Work {
  readonly dependencies: MoneyDependencies;
  readonly desk: AccountDesk;
  readonly userId: string;
  readonly loaded: LoadedAccount;
  /** Aborts when the process ends, or when the lock on the person is lost. */
  readonly signal: AbortSignal;
}

/** `again`: the step is to be taken up once more at once, since what was in its way is settled. */
export type StepEnd = 'done' | 'again';

/** The broker's id of the account, which every step after the application has. */
export const brokerAccountOf = ({ loaded }: Work): string => {
  const { brokerAccountId } = loaded.state;
  if (brokerAccountId === undefined) throw new Error('a step is due without an account at the broker');
  return brokerAccountId;
};
