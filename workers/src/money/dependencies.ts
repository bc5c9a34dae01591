import type { Alarm, Broker, BrokerEvents } from '@groundswell/broker';
import type { Log, Pause } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Vault } from '@groundswell/platform/vault';
import type { Accounts } from '../shared/accounts.js';
import type { Patience } from './steps/back-off.js';
import type { MoneyStore } from './store.js';
import type { Doubts } from './transfers/doubts.js';

/** Times in milliseconds. */
export interface MoneySettings {
  /** Limit of one call that changes something, counted from its fence. */
  readonly timeout: number;
  /** How long after that an unanswered transfer is looked for at the broker before an operator is asked. */
  readonly doubt: number;
  readonly patience: Patience;
  /** Between two comparisons with the broker for what its streams did not report. */
  readonly reconcileEvery: number;
  /** Between two full comparisons of a person for whom nothing is pending. */
  readonly reconcileAllEvery: number;
  /** Between two sweeps for steps whose job was lost. */
  readonly sweepEvery: number;
}

/** The parts of the broker client in use. */
export interface MoneyBroker extends Pick<Broker, 'accounts' | 'bankLinks' | 'transfers' | 'clock'> {
  readonly events: Pick<BrokerEvents, 'accounts' | 'funding'>;
}

export interface MoneyDependencies {
  readonly store: MoneyStore;
  readonly eventStore: Pick<EventStore, 'append' | 'readStream' | 'subscribe'>;
  /** As `eventStore` has them. */
  readonly accounts: Accounts;
  readonly vault: Pick<Vault, 'get' | 'put' | 'putUnless' | 'replace'>;
  readonly broker: MoneyBroker;
  readonly settings: MoneySettings;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock: waiting times are measured by it. */
  readonly monotonic: () => number;
  /** Waits; resolves at once when the signal has aborted. */
  readonly pause: Pause;
  readonly alarm: Alarm;
  readonly random: () => number;
  readonly newId: () => string;
  /** What this process knows about attempts beyond the log. */
  readonly doubts: Doubts;
}
