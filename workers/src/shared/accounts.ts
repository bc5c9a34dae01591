import { streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import {
  type EventStore,
  type Folding,
  type Loaded,
  type LoadedWhole,
  load,
  type RecordedEvent,
  remembering,
} from '@groundswell/platform/event-store';

export const accountFolding: Folding<TradingAccount, TradingAccountEvent> = { initialState, evolve };

export type LoadedAccount = LoadedWhole<TradingAccount, TradingAccountEvent>;

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

type AccountEvent = RecordedEvent<TradingAccountEvent>;

/** The last event and those before it, so that a history grows without being copied. */
interface Chained {
  readonly event: AccountEvent;
  readonly before: Chained | undefined;
}

/** An account and its events: steps look up when something was requested, and mails what it was before. */
interface History {
  readonly account: TradingAccount;
  readonly last: Chained | undefined;
}

const historyFolding: Folding<History, AccountEvent> = {
  initialState: { account: initialState, last: undefined },
  evolve: ({ account, last }, event) => ({ account: evolve(account, event), last: { event, before: last } }),
};

const eventsUpTo = (last: Chained | undefined): AccountEvent[] => {
  const events: AccountEvent[] = [];
  for (let link = last; link; link = link.before) events.push(link.event);
  return events.reverse();
};

/** Most steps need no event: they are listed for those that do. */
const accountOf = ({ state: { account, last }, ...loaded }: Loaded<History>): LoadedAccount => {
  let events: readonly AccountEvent[] | undefined;
  return {
    ...loaded,
    state: account,
    get events() {
      events ??= eventsUpTo(last);
      return events;
    },
  };
};

/**
 * Events of all accounts that are remembered: about seventy megabytes, or 600 customers with a hundred events each who act in turn.
 * With fewer, each of their steps would read its stream from the start.
 */
const mostEvents = 60_000;

export const openAccounts = (eventStore: Pick<EventStore, 'append' | 'readStream'>): Accounts => {
  const streams = remembering(eventStore, mostEvents);
  const nameOf = (userId: string): string => streamOf('tradingAccount', userId);
  return {
    read: async (userId) => accountOf(await streams.load(nameOf(userId), historyFolding)),
    recall(userId) {
      const known = streams.recall(nameOf(userId), historyFolding);
      return known && accountOf(known);
    },
    learn: streams.learn,
    append: streams.append,
    forget: streams.forget,
  };
};
