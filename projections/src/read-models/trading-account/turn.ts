import {
  type AccountEvent,
  type BankLinkEvent,
  type HoldEvent,
  type TradingAccountEvent,
  type TransferEvent,
  tradingAccountEventSchemas,
} from '@groundswell/contracts';
import type { TradingAccount } from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';

/** One event, and the domain's state before and after it. */
export interface Turn {
  readonly userId: string;
  readonly event: RecordedEvent<TradingAccountEvent>;
  readonly before: TradingAccount;
  readonly after: TradingAccount;
}

export const isOfAccount = (event: RecordedEvent): event is RecordedEvent<TradingAccountEvent> =>
  event.type in tradingAccountEventSchemas;

type TurnEvent = Turn['event'];

export const isOfTransfer = (event: TurnEvent): event is RecordedEvent<TransferEvent> =>
  'transferId' in event.data;

/** Includes events about all links. */
export const isOfBankLink = (event: TurnEvent): event is RecordedEvent<BankLinkEvent | HoldEvent> =>
  'bankLinkId' in event.data && !isOfTransfer(event);

/** Events about the account's own status. */
export const isOfApplication = (event: TurnEvent): event is RecordedEvent<AccountEvent> =>
  'applicationId' in event.data || event.type === 'AccountStatusReported';

/** The reason in an event, as the broker's text or our code, if any. */
export const reasonIn = ({ data }: TurnEvent): string | null => {
  if ('reason' in data) return data.reason;
  return 'code' in data ? data.code : null;
};
