import { AsyncLocalStorage } from 'node:async_hooks';

/** What ties together everything that one cause brought about. Ids only. */
export interface Correlation {
  readonly correlationId: string;
  /** Id of the event, command or job that led here. */
  readonly causationId?: string | undefined;
}

const storage = new AsyncLocalStorage<Correlation>();

/** Runs `work` so that its log lines, and those of everything it awaits, carry the correlation. */
export const withCorrelation = <Result>(correlation: Correlation, work: () => Result): Result =>
  storage.run(correlation, work);

/** Undefined outside `withCorrelation`, as in a timer that was started before it. */
export const currentCorrelation = (): Correlation | undefined => storage.getStore();
