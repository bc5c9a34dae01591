import { refuseApplication, submitApplication } from '../applications/submit-application.js';
import { removeBankLink } from '../bank-links/remove-bank-link.js';
import { refuseBankLink, submitBankLink } from '../bank-links/submit-bank-link.js';
import { cancelTransfer } from '../transfers/cancel-transfer.js';
import { submitTransfer } from '../transfers/submit-transfer.js';
import type { Step, StepKind } from './step.js';
import type { StepEnd, Work } from './work.js';

type Performer = (work: Work, entityId: string) => Promise<StepEnd>;

const performers: Readonly<Record<StepKind, Performer>> = {
  'submit-application': submitApplication,
  'submit-bank-link': submitBankLink,
  'remove-bank-link': removeBankLink,
  'submit-transfer': submitTransfer,
  'cancel-transfer': cancelTransfer,
};

const dropped = 'DroppedByOperator';

/** How each kind of dropped step is called off. A dropped cancellation needs nothing. */
const callers: Readonly<Record<StepKind, Performer | undefined>> = {
  'submit-application': (work, id) => refuseApplication(work, id, dropped, false),
  'submit-bank-link': (work, id) => refuseBankLink(work, id, dropped),
  // The broker will not end it: it is no longer used here, and is removed before the next one.
  'remove-bank-link': async ({ desk, userId }, bankLinkId) => {
    await desk.tell(userId, { type: 'RecordBankLinkRemoved', bankLinkId });
    return 'done';
  },
  'submit-transfer': async ({ desk, userId, loaded }, transferId) => {
    const attempt = loaded.state.transfers.get(transferId)?.attempts ?? 0;
    await desk.tell(userId, { type: 'RecordTransferRefused', transferId, attempt, code: dropped });
    return 'done';
  },
  'cancel-transfer': undefined,
};

/** Performs a step at the broker. @throws BrokerError, StepFailed */
export const perform = (work: Work, { kind, entityId }: Step): Promise<StepEnd> =>
  performers[kind](work, entityId);

/** Calls a step off permanently. */
export const callOff = async (work: Work, { kind, entityId }: Step): Promise<StepEnd> =>
  (await callers[kind]?.(work, entityId)) ?? 'done';
