import type { BrokerRefusalCode, TransferDecision } from '@groundswell/contracts';
import type { Transfer } from '../state.js';

/** The reason shown to a person when an operator has decided that the broker made nothing. */
export const resolvedCode: BrokerRefusalCode = 'DroppedByOperator';

/** Whether a transfer at the broker that nothing else accounts for may be this one. */
export const mayBeAtBroker = ({
  brokerTransferId,
  submitting,
  doubted,
}: Pick<Transfer, 'brokerTransferId' | 'submitting' | 'doubted'>): boolean =>
  brokerTransferId === undefined && (submitting || doubted);

/** What tells one decision from another: the second operator has to decide the very same. */
export const keyOfDecision = ({ kind, transferId, attempt, brokerTransferId }: TransferDecision): string =>
  [kind, transferId, attempt, brokerTransferId ?? ''].join(' ');
