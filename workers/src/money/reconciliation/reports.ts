import type {
  AccountAsOf,
  KycResults,
  BankLink as MadeLink,
  Transfer as MadeTransfer,
} from '@groundswell/broker';
import { type BrokerCommand, ofSecond, type TradingAccount } from '@groundswell/domain/money';

type TransferReport = Extract<BrokerCommand, { type: 'ReportTransferStatus' }>;

const code = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * Codes of what the review found or requires; what it accepted is no finding. Any other words of the broker stay out
 * of the log.
 */
export const findingsOf = ({ reject = [], indeterminate = [] }: Partial<KycResults> = {}): string[] => [
  ...new Set([...reject, ...indeterminate].map((found) => (code.test(found) ? found : 'OTHER')).sort()),
];

/**
 * What the broker shows of the account, if anything is new: an unchanged status needs no event at each
 * comparison. It has a moment of the broker's clock, as its messages do: by our clock, a late message could
 * seem newer.
 */
export const reportsOfAccount = (
  { brokerStatus, findings: known }: TradingAccount,
  { status, kycResults, asOf }: AccountAsOf,
): BrokerCommand[] => {
  const findings = findingsOf(kycResults);
  const isNews = status !== brokerStatus || findings.join() !== known.join();
  return isNews ? [{ type: 'ReportAccountStatus', status, findings, reportedAt: ofSecond(asOf) }] : [];
};

/** What the broker's list shows about the links that we know. */
export const reportsOfLinks = (
  { bankLinks }: TradingAccount,
  list: readonly MadeLink[],
  asOf: Date,
): BrokerCommand[] =>
  [...bankLinks.values()].flatMap(({ id: bankLinkId, relationshipId }) => {
    const made = list.find(({ id }) => id === relationshipId);
    return made
      ? [
          {
            type: 'ReportBankLinkStatus' as const,
            bankLinkId,
            status: made.status,
            reason: null,
            reportedAt: ofSecond(asOf),
          },
        ]
      : [];
  });

/** What the broker's list shows about the transfers that we know. */
export const reportsOfTransfers = (
  { transfers }: TradingAccount,
  list: readonly MadeTransfer[],
): TransferReport[] => {
  const known = new Map([...transfers.values()].map(({ id, brokerTransferId }) => [brokerTransferId, id]));
  return list.flatMap(({ id, status, reason, holdUntil }) => {
    const transferId = known.get(id);
    return transferId === undefined
      ? []
      : [
          {
            type: 'ReportTransferStatus' as const,
            transferId,
            status,
            reason: reason ?? null,
            heldUntil: holdUntil?.toISOString() ?? null,
          },
        ];
  });
};
