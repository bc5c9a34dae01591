import type { BrokerRefusalCode, TransferDecision } from '@groundswell/contracts';
import type { Transfer } from '../state.js';

/** The reason shown to a person when an operator has decided that the broker made nothing. */
export const resolvedCode: BrokerRefusalCode = 'DroppedByOperator';

/** The reason of a cancellation by operators: the broker accepted the transfer, and will never move money for it. */
export const voidedCode = 'voided';

/** Whether an otherwise unexplained transfer at the broker may be this one. */
export const mayBeAtBroker = ({
  brokerTransferId,
  submitting,
  doubted,
}: Pick<Transfer, 'brokerTransferId' | 'submitting' | 'doubted'>): boolean =>
  brokerTransferId === undefined && (submitting || doubted);

/** Whether operators ended it although the broker had accepted it, so that the broker may still contradict them. */
export const isVoided = ({
  brokerTransferId,
  status,
  doubted,
}: Pick<Transfer, 'brokerTransferId' | 'status' | 'doubted'>): boolean =>
  brokerTransferId !== undefined && status === 'canceled' && doubted;

/** Identifies a decision: the second operator has to make exactly the same one. */
export const keyOfDecision = ({ kind, transferId, attempt, brokerTransferId }: TransferDecision): string =>
  [kind, transferId, attempt, brokerTransferId ?? ''].join(' ');
