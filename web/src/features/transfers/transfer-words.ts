import {
  brokerRefusalMessage,
  returnReasonText,
  type TransferDirection,
  type TransferStatus,
} from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';
import { momentText, moneyText } from '../../components/figures/format.js';

export type Transfer = ResponseFor<'getAchTransfers'>['transfers'][number];
export type TransferDetail = ResponseFor<'getAchTransfer'>;

export const wayText: Readonly<Record<TransferDirection, string>> = {
  incoming: 'From your bank to Groundswell',
  outgoing: 'From Groundswell to your bank',
};

const bankText = ({ bank }: Pick<Transfer, 'bank'>): string =>
  `${bank.account_type === 'checking' ? 'Checking' : 'Savings'} account ${bank.account_number}`;

export const endsOf = (transfer: Pick<Transfer, 'bank' | 'direction'>): { from: string; to: string } => {
  const [bank, account] = [bankText(transfer), 'Your trading account'];
  return transfer.direction === 'incoming' ? { from: bank, to: account } : { from: account, to: bank };
};

const names: Readonly<Record<TransferStatus, string>> = {
  requested: 'Requested',
  sent: 'Sent to bank',
  settled: 'Settled',
  available: 'Available',
  refused: 'Not sent',
  canceled: 'Canceled',
  returned: 'Returned',
};

/** The name of a step. Outgoing money is available at the bank. */
export const stepName = (status: TransferStatus, direction: TransferDirection): string =>
  status === 'available' && direction === 'outgoing' ? 'Available at your bank' : names[status];

const coming: Readonly<Partial<Record<TransferStatus, Record<TransferDirection, string>>>> = {
  sent: { incoming: 'Waiting to be sent', outgoing: 'Waiting to be sent' },
  settled: { incoming: 'Settling', outgoing: 'Settling' },
  available: { incoming: 'Held', outgoing: 'Arriving at your bank' },
};

/** The name of the next open step: what is in progress until it is done. */
export const nextStepName = (
  next: TransferStatus,
  { direction, in_doubt }: Pick<Transfer, 'direction' | 'in_doubt'>,
): string => (in_doubt ? 'Waiting for the broker' : (coming[next]?.[direction] ?? stepName(next, direction)));

/** Until when money is held, as a day and an hour. */
export const heldText = (until: string): string => `until ${momentText(until)} ET`;

/** What the broker was asked and has not answered, it may have done. */
const requestedText = ({ in_doubt, cancelable }: Transfer): string =>
  in_doubt
    ? `We’ve asked the broker and don’t know yet whether it went through. Don’t request it again.${cancelable ? ' You can ask us to cancel it.' : ''}`
    : `It hasn’t been sent yet.${cancelable ? ' You can still cancel it.' : ''}`;

/** Where the money is. */
export const outcomeText = (transfer: Transfer): string => {
  const amount = moneyText(transfer.amount);
  const incoming = transfer.direction === 'incoming';
  switch (transfer.status) {
    case 'requested':
      return requestedText(transfer);
    case 'sent':
      return incoming ? `Your bank is sending ${amount}.` : `The broker is sending ${amount} to your bank.`;
    case 'settled':
      return incoming
        ? `${amount} was added to your balance. ${
            transfer.held_until === null
              ? 'You can withdraw it once the broker releases it.'
              : `The broker holds it ${heldText(transfer.held_until)}; after that you can withdraw it.`
          }`
        : `${amount} arrived at your bank.`;
    case 'available':
      return incoming ? `${amount} was added to your balance.` : `${amount} arrived at your bank.`;
    case 'canceled':
      return transfer.cancellation_requested
        ? 'It was canceled. No money moved.'
        : 'The broker canceled it. No money moved. You can start a new one.';
    case 'refused':
      return 'It wasn’t sent. No money moved.';
    case 'returned':
      return returnedText(amount, incoming, transfer.had_settled);
  }
};

const returnedText = (amount: string, incoming: boolean, hadSettled: boolean): string => {
  if (!hadSettled) return 'Your bank sent it back before it arrived. Your balance hasn’t changed.';
  return incoming
    ? `Your bank took it back, so ${amount} was taken out of your balance again.`
    : `Your bank sent it back, so ${amount} is back in your balance.`;
};

/** Why it failed; undefined when there is nothing to explain. */
export const reasonText = ({
  status,
  reason,
  cancellation_requested,
}: Pick<Transfer, 'status' | 'reason' | 'cancellation_requested'>): string | undefined => {
  if (status === 'returned') return `Your bank’s reason: ${returnReasonText(reason)}`;
  if (status === 'canceled')
    return reason === null || cancellation_requested
      ? undefined
      : `The broker’s reason: ${returnReasonText(reason)}`;
  if (status !== 'refused') return undefined;
  return reason && /\s/.test(reason)
    ? `The broker’s reason: ${returnReasonText(reason)}`
    : brokerRefusalMessage(reason ?? '');
};

/** Whether it ended for good and left the money where it was: people may want to try again. */
export const cameToNothing = ({ status }: Pick<Transfer, 'status'>): boolean =>
  status === 'refused' || status === 'canceled' || status === 'returned';

export const isUnderWay = ({ status }: Pick<Transfer, 'status'>): boolean =>
  status === 'requested' || status === 'sent';
