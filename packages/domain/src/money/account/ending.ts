import { isRefusal, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { newYorkDay } from '../../calendar/banking-days.js';
import type { TradingAccountCommand } from '../commands.js';
import { decide } from '../decider.js';
import type { Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { isUnderWay } from '../transfer/status.js';

const day = 86_400_000;

/** How long a bank can return a settled transfer (decision 37). */
const returnable = 60 * day;

/** What a bank may send back, or the broker contradict. */
const mayComeBack = ({ type, data }: TradingAccountEvent): boolean =>
  type === 'TransferSettled' ||
  type === 'TransferDecisionConfirmed.v2' ||
  (type === 'CashAdjusted' && data.cause === 'transfer');

/**
 * When the last transfer settled that a bank may still send back, or operators last decided about one, which the
 * broker may still contradict; undefined when there is none.
 */
export const lastSettlementOf = (
  events: readonly (TradingAccountEvent & { readonly metadata: { readonly occurredAt: string } })[],
): Date | undefined => {
  const returned = new Set(
    events.flatMap(({ type, data }) => (type === 'TransferReturned' ? [data.transferId] : [])),
  );
  const last = events.findLast(
    (event) => mayComeBack(event) && !('transferId' in event.data && returned.has(event.data.transferId)),
  );
  return last && new Date(last.metadata.occurredAt);
};

/** What closing depends on besides the account. */
interface Circumstances {
  readonly now: Date;
  readonly lastSettlement: Date | undefined;
  /** Ids of jobs about transfers at the broker that were not requested here: their money may still arrive. */
  readonly unexplained: readonly string[];
}

const hasMoney = ({ cash, transfers }: TradingAccount): boolean =>
  cash !== 0n || [...transfers.values()].some(isUnderWay);

/** The ledger may be at zero while the broker has money of theirs. */
const refusedWhileDiffering = ({ difference }: TradingAccount) =>
  difference &&
  refuse(
    'MoneyUnderWay',
    `The broker has ${difference.brokerCash}, the ledger ${difference.ledgerCash}. Close this difference first.`,
  );

const refusedWhileUnexplained = ({ unexplained: [jobId] }: Circumstances) =>
  jobId === undefined
    ? undefined
    : refuse(
        'MoneyUnderWay',
        `The broker has a transfer of this person that Groundswell didn’t request. Answer its job first: parked show ${jobId}`,
      );

/** An erased person can be neither asked for money nor sent any. */
const refusedWhileReturnable = ({ now, lastSettlement }: Circumstances) => {
  if (!lastSettlement) return undefined;
  const until = new Date(lastSettlement.getTime() + returnable);
  return until <= now
    ? undefined
    : refuse(
        'MoneyUnderWay',
        `One of this person’s transfers may still be returned, or carried out late, until ${newYorkDay(until)}. Erase them after that day.`,
      );
};

const endings = ({ application, bankLinks }: TradingAccount): TradingAccountCommand[] => {
  const code = 'DroppedByOperator';
  return [
    ...(application?.stage === 'requested'
      ? [{ type: 'RecordApplicationRefused', applicationId: application.id, code } as const]
      : []),
    ...[...bankLinks.keys()].map(
      (bankLinkId) => ({ type: 'RemoveBankLink', bankLinkId, proven: true }) as const,
    ),
  ];
};

/** Between the fence and a known outcome it is unknown whether the broker has an account. */
const askedNow = () =>
  refuse(
    'TradingAccountNotReady',
    'We’re asking the broker about this application right now. Try again in a moment, or drop its job if it’s parked.',
  );

/**
 * Ends a trading account together with its person: cancels a waiting application, and ends bank links at the
 * broker. One decision, so that nothing comes in between. Refused while there is money, which could no longer
 * be sent to anyone, while the broker's cash differs, while it has a transfer that no one has explained, while a bank
 * may send some back, or while the broker is asked about the application or a link: either may exist by then, and
 * would remain.
 */
export const decideEnding = (account: TradingAccount, circumstances: Circumstances): Outcome => {
  if (hasMoney(account)) return refuse('MoneyUnderWay');
  const refused =
    refusedWhileDiffering(account) ??
    refusedWhileUnexplained(circumstances) ??
    refusedWhileReturnable(circumstances);
  if (refused) return refused;
  if (account.application?.stage === 'submitting') return askedNow();
  const outcomes = endings(account).map((command) => decide(command, account));
  return outcomes.find(isRefusal) ?? outcomes.flatMap((outcome) => (isRefusal(outcome) ? [] : outcome));
};
