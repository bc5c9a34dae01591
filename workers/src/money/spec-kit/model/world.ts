import { isRefusal, type TradingAccountEvent } from '@groundswell/contracts';
import {
  type BrokerCommand,
  decide,
  evolve,
  initialState,
  type TradingAccount,
  type TradingAccountCommand,
} from '@groundswell/domain/money';
import { stepsDue } from '../../steps/step.js';
import { settledJobs } from '../../steps/step-state.js';
import { endOf, timeLeft, verdictOf } from '../../transfers/rules.js';

/** The rules that workers follow: the real ones, unless a test substitutes earlier ones. */
export const realRules = {
  decide,
  endOf,
  timeLeft,
  settledJobs: (jobs: ReadonlyMap<string, string>, account: TradingAccount) => settledJobs({ jobs }, account),
  stepsDue,
  verdictOf: verdictOf as (...asked: Parameters<typeof verdictOf>) => Verdict,
  /** Whether what the broker shows is matched with transfers in doubt. */
  adopts: true,
  /** Whether an empty list is believed only when it is actually true. No real client can know that. */
  oracle: false,
};
export type Rules = typeof realRules;

type Verdict = ReturnType<typeof verdictOf> | 'not made';

/** The owner of a transfer that was not requested here. */
export const stranger = 'stranger';

/** A transfer that the broker made. */
export interface Row {
  readonly owner: string;
  readonly visible: boolean;
  readonly canceled: boolean;
}

/** A call in flight, or executed and not answered yet. */
export interface Call {
  readonly owner: string;
  readonly attempt: number;
  /** Whether a worker still waits for the answer. */
  readonly awaited: boolean;
  readonly state: 'sent' | 'executed' | 'refused' | 'limited' | 'lost';
}

/** What a worker is about to do next. */
export type Next =
  | { readonly at: 'look' }
  | { readonly at: 'fence' | 'send' | 'wait'; readonly owner: string; readonly attempt: number }
  | { readonly at: 'park'; readonly owner: string }
  /** `of`: a report is only told of the transfer that counts as this row when it is written. */
  | {
      readonly at: 'tell';
      readonly command: BrokerCommand;
      readonly thenPark: boolean;
      readonly of?: string;
    };

export interface Worker {
  readonly next: Next;
  /** Fences this worker wrote without sending anything after them. */
  readonly unsent: readonly string[];
}

/** The complete state at one moment. */
export interface World {
  readonly account: TradingAccount;
  /** States of parked jobs, by transfer. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  readonly calls: readonly Call[];
  readonly workers: readonly Worker[];
  /** Attempts whose time is over. */
  readonly expired: readonly string[];
  /** Attempts whose outcome no worker knows. */
  readonly unresolved: readonly string[];
}

export const idle: Worker = { next: { at: 'look' }, unsent: [] };

export const keyOf = (owner: string, attempt: number): string => `${owner}.${attempt}`;

const history: readonly TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId: 'a', agreementVersion: '1' } },
  { type: 'ApplicationSubmissionStarted', data: { applicationId: 'a' } },
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId: 'a', brokerAccountId: 'b', status: 'ACTIVE', reportedAt: null },
  },
  {
    type: 'BankLinkRequested',
    data: { bankLinkId: 'bank', accountType: 'checking', ending: '6789', replaces: null },
  },
  { type: 'BankLinkSubmissionStarted', data: { bankLinkId: 'bank' } },
  {
    type: 'BankLinkAccepted',
    data: { bankLinkId: 'bank', relationshipId: 'relationship', status: 'APPROVED' },
  },
];

export const requestOf = (transferId: string): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: {
    ...{ transferId, bankLinkId: 'bank', direction: 'incoming', amount: '5.00' },
    ...{ tradingDay: '2026-03-02', expectedOn: '2026-03-05' },
  },
});

/** One transfer was requested, and nothing has been done about it yet. */
export const beginning = (workers: number): World => ({
  account: [...history, requestOf('one')].reduce(evolve, initialState),
  jobs: {},
  rows: [],
  calls: [],
  workers: Array.from({ length: workers }, () => idle),
  expired: [],
  unresolved: [],
});

/** Identifies a world. Workers are interchangeable, and the order in which calls were made does not matter. */
export const signatureOf = ({ account, workers, calls, rows, ...rest }: World): string =>
  JSON.stringify([
    [...account.transfers.values()].map((transfer) => [
      transfer.id,
      transfer.status,
      transfer.submitting,
      transfer.attempts,
      transfer.doubted,
      transfer.unknown,
      transfer.brokerTransferId,
      transfer.matchedId,
      transfer.cancellationRequested,
    ]),
    workers.map((worker) => JSON.stringify(worker)).sort(),
    calls.map((call) => JSON.stringify(call)).sort(),
    rows,
    Object.entries(rest.jobs).sort(),
    [...rest.expired].sort(),
    [...rest.unresolved].sort(),
  ]);

/** One possible next move. */
export interface Move {
  readonly label: string;
  readonly world: World;
  /** The invariant this move breaks. */
  readonly violation?: string | undefined;
}

/**
 * The result of a command on the present log: an append on the expected revision is decided again until it
 * succeeds.
 */
export const told = (
  world: World,
  command: TradingAccountCommand,
  { decide }: Pick<Rules, 'decide'>,
): World => {
  const outcome = decide(command, world.account, { transfersPerDay: 10, centsPerDay: 1_000_000n });
  if (isRefusal(outcome) || outcome.length === 0) return world;
  return { ...world, account: outcome.reduce(evolve, world.account) };
};
