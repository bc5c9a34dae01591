import { isRefusal, type TradingAccountEvent } from '@groundswell/contracts';
import {
  type BrokerCommand,
  decide,
  evolve,
  initialState,
  type TradingAccount,
  type TradingAccountCommand,
} from '@groundswell/domain/money';
import { stepsDue, stepsUnfinished } from '../../steps/step.js';
import { settledJobs } from '../../steps/step-state.js';
import { endOf, timeLeft, verdictOf } from '../../transfers/rules.js';

/** The rules that workers go by: the real ones, unless a test puts one of old in its place. */
export const realRules = {
  decide,
  endOf,
  timeLeft,
  settledJobs: (jobs: ReadonlyMap<string, string>, account: TradingAccount) =>
    settledJobs({ jobs, troubles: new Map() }, stepsUnfinished(account)),
  stepsDue,
  verdictOf: verdictOf as (...asked: Parameters<typeof verdictOf>) => Verdict,
  /** Whether what the broker shows is compared with what is in doubt here. */
  adopts: true,
  /** Whether a list that shows nothing is believed only while that is true: no client can know it. */
  oracle: false,
};
export type Rules = typeof realRules;

type Verdict = ReturnType<typeof verdictOf> | 'not made';

/** A transfer that the broker made. */
export interface Row {
  readonly owner: string;
  readonly visible: boolean;
  readonly canceled: boolean;
}

/** A call on its way, or carried out and not answered yet. */
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
  | { readonly at: 'tell'; readonly command: BrokerCommand; readonly thenPark: boolean };

export interface Worker {
  readonly next: Next;
  /** Fences of its own that it has sent nothing behind. */
  readonly unsent: readonly string[];
}

/** All there is at one moment. */
export interface World {
  readonly account: TradingAccount;
  /** States of parked jobs by the transfer. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  readonly calls: readonly Call[];
  readonly workers: readonly Worker[];
  /** Attempts whose time is over. */
  readonly expired: readonly string[];
  /** Attempts of which no one here knows what became. */
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

/** Someone has asked for one transfer; no one has done anything about it yet. */
export const beginning = (workers: number): World => ({
  account: [...history, requestOf('one')].reduce(evolve, initialState),
  jobs: {},
  rows: [],
  calls: [],
  workers: Array.from({ length: workers }, () => idle),
  expired: [],
  unresolved: [],
});

/** What tells two worlds apart. Workers are alike: which of them it is does not matter, nor in which order calls were made. */
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
      transfer.cancellationRequested,
    ]),
    workers.map((worker) => JSON.stringify(worker)).sort(),
    calls.map((call) => JSON.stringify(call)).sort(),
    rows,
    Object.entries(rest.jobs).sort(),
    [...rest.expired].sort(),
    [...rest.unresolved].sort(),
  ]);

/** One thing that may happen next. */
export interface Move {
  readonly label: string;
  readonly world: World;
  /** Why it must not happen. */
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
