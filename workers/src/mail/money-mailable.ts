import type { AnyEvent, TradingAccountStatus } from '@groundswell/contracts';
import { statusOfAccountWord, statusOfBankLink } from '@groundswell/domain/money';

/** Emails about the trading account itself. */
export type AccountMailKind =
  | 'account open'
  | 'account needs something'
  | 'account declined'
  | 'account closed'
  | 'application refused';

/** Emails about the trading account, its bank accounts and transfers. */
export type MoneyMailKind =
  | AccountMailKind
  | 'bank added'
  | 'bank linked'
  | 'bank removed'
  | 'withdrawal requested'
  | 'transfer settled'
  | 'transfer available'
  | 'transfer refused'
  | 'transfer canceled'
  | 'transfer returned';

/** Work in progress, or about to follow, needs no mail. */
const ofAccount: Partial<Record<TradingAccountStatus, MoneyMailKind>> = {
  active: 'account open',
  action_required: 'account needs something',
  declined: 'account declined',
  closed: 'account closed',
};

const ofBankLink = (brokerStatus: string): MoneyMailKind | undefined =>
  statusOfBankLink({ stage: 'accepted', brokerStatus, replacedBy: undefined }) === 'approved'
    ? 'bank linked'
    : undefined;

/** The kind of mail that may follow an event about money; whether it is sent depends on what came before. */
export const moneyMailFor = (event: AnyEvent): MoneyMailKind | undefined => {
  switch (event.type) {
    case 'ApplicationAccepted.v2':
    case 'AccountStatusReported':
      return ofAccount[statusOfAccountWord(event.data.status)];
    case 'ApplicationRefused':
      return 'application refused';
    case 'BankLinkAccepted':
    case 'BankLinkStatusReported':
      return ofBankLink(event.data.status);
    case 'WithdrawalsHeld':
      return event.data.cause === 'new bank' ? 'bank added' : undefined;
    case 'BankLinkRemovalRequested':
      return 'bank removed';
    case 'TransferRequested':
      return event.data.direction === 'outgoing' ? 'withdrawal requested' : undefined;
    case 'TransferSettled':
      return 'transfer settled';
    case 'TransferReleased':
      return 'transfer available';
    case 'TransferRefused':
    case 'TransferRejected':
      return 'transfer refused';
    case 'TransferCanceled.v2':
      return 'transfer canceled';
    case 'TransferReturned':
      return 'transfer returned';
    default:
      return undefined;
  }
};
