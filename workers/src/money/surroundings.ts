import type { Broker } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Vault } from '@groundswell/platform/vault';
import type { Patience } from './steps/back-off.js';
import type { Doubts } from './transfers/doubts.js';

/** Times in milliseconds. */
export interface MoneySettings {
  /** How long one call that changes something may take, from its fence on. */
  readonly timeout: number;
  /** How long after that a transfer without an answer is looked for at the broker, before an operator is asked. */
  readonly doubt: number;
  readonly patience: Patience;
  /** Between two looks at the broker for what its streams did not tell. */
  readonly reconcileEvery: number;
  /** Between two looks at the broker for everything of a person of whom nothing is expected. */
  readonly compareAllEvery: number;
  /** Between two looks for steps whose job was lost. */
  readonly sweepEvery: number;
}

/** What work on money needs of its surroundings. */
export interface MoneySurroundings {
  /** Finds the tables of the book and the workers' own by their bare names. */
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly vault: Vault;
  readonly broker: Broker;
  readonly settings: MoneySettings;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets: what was waited for is counted by it. */
  readonly monotonic: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  /** What this process knows of attempts, beside the log. */
  readonly doubts: Doubts;
}
