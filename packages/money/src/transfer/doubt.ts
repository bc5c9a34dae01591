import type { BrokerRefusalCode } from '@groundswell/contracts';
import type { Transfer } from '../state.js';

/** What a person is told when an operator has decided that the broker made nothing. */
export const resolvedCode: BrokerRefusalCode = 'DroppedByOperator';

/** Whether a transfer at the broker that nothing else accounts for may be this one. */
export const mayBeAtBroker = ({
  brokerTransferId,
  submitting,
  doubted,
}: Pick<Transfer, 'brokerTransferId' | 'submitting' | 'doubted'>): boolean =>
  brokerTransferId === undefined && (submitting || doubted);
