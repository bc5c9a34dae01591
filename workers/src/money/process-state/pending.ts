import { idOfStream } from '@groundswell/contracts';
import { statusOfBankLink } from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { StepKind } from '../steps/step.js';

/**
 * What an application, a link or a transfer still waits for: a step of ours, a report of the broker
 * (`watch`), or the day on which it can be withdrawn (`hold`).
 */
type Pending = StepKind | 'watch' | 'hold';

/** An application, a link or a transfer. */
export interface MoneyEntity {
  readonly id: string;
  readonly user_id: string;
  readonly pending: Pending | null;
  /** To be canceled as soon as the broker has it. */
  readonly canceling: boolean;
  readonly held_until: string | null;
}

/** The application, link or transfer that an event is about. */
export const entityIdOf = ({ data }: RecordedEvent): string | undefined => {
  if ('transferId' in data) return data.transferId;
  if ('bankLinkId' in data) return data.bankLinkId ?? undefined;
  if ('applicationId' in data) return data.applicationId;
  return undefined;
};

const opened = (event: RecordedEvent, pending: Pending): MoneyEntity => ({
  id: entityIdOf(event) ?? '',
  user_id: idOfStream(event.stream),
  pending,
  canceling: false,
  held_until: null,
});

/** The broker has not decided on the link yet. */
const linkWaits = (brokerStatus: string): boolean =>
  statusOfBankLink({ stage: 'accepted', brokerStatus, replacedBy: undefined }) === 'pending';

const evolve = (row: MoneyEntity, event: RecordedEvent): MoneyEntity => {
  switch (event.type) {
    case 'ApplicationAccepted.v2':
    case 'ApplicationRefused':
    case 'BankLinkRefused':
    case 'BankLinkRemoved':
    case 'TransferRefused':
    case 'TransferReleased':
    case 'TransferCanceled.v2':
    case 'TransferRejected':
    case 'TransferReturned':
      return { ...row, pending: null };
    case 'BankLinkAccepted':
    case 'BankLinkStatusReported':
      return row.pending === 'remove-bank-link'
        ? row
        : { ...row, pending: linkWaits(event.data.status) ? 'watch' : null };
    case 'BankLinkRemovalRequested':
      return { ...row, pending: 'remove-bank-link' };
    case 'TransferCancellationRequested':
      return { ...row, canceling: true, pending: row.pending === 'watch' ? 'cancel-transfer' : row.pending };
    case 'TransferSubmissionStarted':
      return { ...row, pending: 'submit-transfer' };
    case 'TransferAccepted':
      // One that has ended, and that the broker shows later, waits for nothing.
      return { ...row, pending: row.pending && (row.canceling ? 'cancel-transfer' : 'watch') };
    case 'TransferSent':
      return { ...row, pending: 'watch' };
    case 'TransferSettled':
      return { ...row, pending: 'hold', held_until: event.data.heldUntil ?? event.metadata.occurredAt };
    default:
      return row;
  }
};

/** What an application, a link or a transfer waits for after an event. Pure. */
export const pendingAfter = (row: MoneyEntity | undefined, event: RecordedEvent): MoneyEntity | undefined => {
  switch (event.type) {
    case 'TradingAccountRequested':
      return opened(event, 'submit-application');
    case 'BankLinkRequested':
      return opened(event, 'submit-bank-link');
    case 'TransferRequested':
      return opened(event, 'submit-transfer');
    default:
      return row && evolve(row, event);
  }
};
