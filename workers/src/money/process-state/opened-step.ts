import { idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type Step, stepOfId } from '../steps/step.js';

/** The step that an event opens or reopens; undefined when it opens none. */
export const openedStep = (event: RecordedEvent): Step | undefined => {
  switch (event.type) {
    case 'TradingAccountRequested':
      return { kind: 'submit-application', entityId: event.data.applicationId };
    case 'BankLinkRequested':
      return { kind: 'submit-bank-link', entityId: event.data.bankLinkId };
    case 'BankLinkRemovalRequested':
      return { kind: 'remove-bank-link', entityId: event.data.bankLinkId };
    case 'TransferRequested':
      return { kind: 'submit-transfer', entityId: event.data.transferId };
    case 'TransferCancellationRequested':
      return { kind: 'cancel-transfer', entityId: event.data.transferId };
    case 'JobRetried':
    case 'JobDropped':
      return stepOfId(idOfStream(event.stream));
    default:
      return undefined;
  }
};
