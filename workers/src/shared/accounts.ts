import { streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import {
  type EventStore,
  type Folding,
  type Loaded,
  load,
  type RecordedEvent,
  remembering,
} from '@groundswell/platform/event-store';

export const accountFolding: Folding<TradingAccount, TradingAccountEvent> = { initialState, evolve };

export type LoadedAccount = Loaded<TradingAccount, TradingAccountEvent>;

/** Reads and folds a trading account. @throws EventStoreError */
export const loadAccount = (
  eventStore: Pick<EventStore, 'readStream'>,
  userId: string,
): Promise<LoadedAccount> => load(eventStore, streamOf('tradingAccount', userId), accountFolding);

/** Trading accounts of a process, which remembers those it has read. */
export interface Accounts {
  /** The account as it is now. @throws EventStoreError */
  read(userId: string): Promise<LoadedAccount>;
  /**
   * The account as last seen, without asking the event store. It may have changed since: whatever is decided upon it has to be
   * appended at its revision. Undefined when it was not seen since the log was last lost from sight.
   */
  recall(userId: string): LoadedAccount | undefined;
  /** Adds an event that a subscription has just brought. */
  learn(event: RecordedEvent): void;
  /** Appends as the event store does, and adds what was appended. */
  readonly append: EventStore['append'];
  /** Call when the log is no longer followed: the next one may be an older one, with other events at the same revisions. */
  forget(): void;
}

export const openAccounts = (eventStore: Pick<EventStore, 'append' | 'readStream'>): Accounts => {
  const streams = remembering(eventStore);
  const nameOf = (userId: string): string => streamOf('tradingAccount', userId);
  return {
    read: (userId) => streams.load(nameOf(userId), accountFolding),
    recall: (userId) => streams.recall(nameOf(userId), accountFolding),
    learn: streams.learn,
    append: streams.append,
    forget: streams.forget,
  };
};
