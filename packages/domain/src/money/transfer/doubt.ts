import type { BrokerRefusalCode, TradingAccountEvent, TransferDecision } from '@groundswell/contracts';
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

/**
 * Whether it counts as one of the broker's only because that one looks like it. Once money has moved, the ledger is right
 * whichever it is.
 */
export const isMatched = ({ matchedId, settled }: Pick<Transfer, 'matchedId' | 'settled'>): boolean =>
  matchedId !== undefined && !settled;

/** From here on its outcome is unknown: another attempt begins, which is never sent. */
export const doubtAgain = ({ id: transferId, attempts }: Transfer): readonly TradingAccountEvent[] => [
  { type: 'TransferSubmissionStarted', data: { transferId, attempt: attempts + 1 } },
];

/** Whether operators ended it although the broker may have it, so that the broker may still contradict them. */
export const mayBeContradicted = ({ status, doubted }: Pick<Transfer, 'status' | 'doubted'>): boolean =>
  doubted && (status === 'canceled' || status === 'refused');

/** Identifies a decision: the second operator has to make exactly the same one. */
export const keyOfDecision = ({ kind, transferId, attempt, brokerTransferId }: TransferDecision): string =>
  [kind, transferId, attempt, brokerTransferId ?? ''].join(' ');
