import { isRefusal } from '@groundswell/contracts';
import {
  decide,
  evolve,
  initialState,
  type TradingAccount,
  type TradingAccountCommand,
} from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { history } from './history.js';

/** A person whose account evolves by the rules, with the resulting events. */
export const accountHistory = (userId: string) => {
  const stream = history(`tradingAccount-${userId}`);
  let account = initialState;
  return {
    userId,
    get account(): TradingAccount {
      return account;
    },
    /** The events of some commands. Refused commands give none. */
    does: (...commands: readonly TradingAccountCommand[]): RecordedEvent[] =>
      commands.flatMap((command) => {
        const outcome = decide(command, account);
        if (isRefusal(outcome)) return [];
        account = outcome.reduce(evolve, account);
        return outcome.map(({ type, data }) => stream.event(type, data as never));
      }),
  };
};
type AccountHistory = ReturnType<typeof accountHistory>;

/** Everything up to an active account with an approved link. */
export const opened = ({ does, userId }: AccountHistory, bankLinkId = `bank of ${userId}`): RecordedEvent[] =>
  does(
    { type: 'RequestTradingAccount', applicationId: `application of ${userId}`, agreementVersion: '1' },
    { type: 'StartApplicationSubmission', applicationId: `application of ${userId}` },
    {
      type: 'RecordApplicationAccepted',
      applicationId: `application of ${userId}`,
      brokerAccountId: `account of ${userId}`,
      status: 'SUBMITTED',
      reportedAt: '2026-03-02T14:59:59Z',
    },
    { type: 'ReportAccountStatus', status: 'ACTIVE', findings: [], reportedAt: '2026-03-02T15:00:00.000Z' },
    {
      type: 'RequestBankLink',
      look: { proven: true, ownerMatches: true, withdrawableFrom: null },
      bankLinkId,
      accountType: 'checking',
      ending: '6789',
      replaces: undefined,
    },
    { type: 'StartBankLinkSubmission', bankLinkId },
    {
      type: 'RecordBankLinkAccepted',
      bankLinkId,
      relationshipId: `relationship of ${bankLinkId}`,
      status: 'APPROVED',
    },
  );

/** A transfer that the broker accepted. */
export const moved = (
  { does, userId }: AccountHistory,
  transferId: string,
  direction: 'incoming' | 'outgoing',
  amount: string,
  tradingDay = '2026-03-02',
): RecordedEvent[] =>
  does(
    {
      type: 'RequestTransfer',
      now: '2026-03-02T15:00:00.000Z',
      transferId,
      bankLinkId: `bank of ${userId}`,
      direction,
      amount,
      tradingDay,
      expectedOn: '2026-03-05',
    },
    { type: 'StartTransferSubmission', transferId, attempt: 1 },
    {
      type: 'RecordTransferAccepted',
      transferId,
      brokerTransferId: `broker's ${transferId}`,
      status: 'QUEUED',
    },
  );

/** A report of the broker about a transfer. */
export const reported = (
  { does }: AccountHistory,
  transferId: string,
  status: string,
  reason: string | null = null,
  heldUntil: string | null = null,
): RecordedEvent[] => does({ type: 'ReportTransferStatus', transferId, status, reason, heldUntil });
