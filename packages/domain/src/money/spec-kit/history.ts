import type { TradingAccountEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { statusOfBankLink } from '../bank-link/status.js';
import type { TradingAccountCommand } from '../commands.js';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import { initialState } from '../state.js';
import { type TransferLimits, usualLimits } from '../transfer/limits.js';

const specification = deciderSpecification({
  decide: (command: TradingAccountCommand, state, limits: TransferLimits) => decide(command, state, limits),
  evolve,
  initialState,
});

/** `given(history).when(command).then(events)` or `.thenRefused(code)`, with the usual limits. */
export const given = (...history: readonly (readonly TradingAccountEvent[])[]) => ({
  when: (command: TradingAccountCommand, limits: TransferLimits = usualLimits) =>
    specification.given(history.flat()).when(command, limits),
});

/** For rules that only read a state. */
export const stateAfter = (...history: readonly (readonly TradingAccountEvent[])[]) =>
  history.flat().reduce(evolve, initialState);

export const applicationId = 'application-1';

export const applied: readonly TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId, agreementVersion: '1' } },
];
export const submitting: readonly TradingAccountEvent[] = [
  ...applied,
  { type: 'ApplicationSubmissionStarted', data: { applicationId } },
];
export const atBroker: readonly TradingAccountEvent[] = [
  ...submitting,
  {
    type: 'ApplicationAccepted.v2',
    data: {
      applicationId,
      brokerAccountId: 'broker-1',
      status: 'SUBMITTED',
      reportedAt: '2026-03-02T13:00:00Z',
    },
  },
];
/** @param status the broker's status, such as `ACTIVE`. @param reportedAt ISO 8601, by the broker's clock */
export const reported = (status: string, reportedAt = '2026-03-02T15:00:00.000Z'): TradingAccountEvent => ({
  type: 'AccountStatusReported',
  data: { status, findings: [], reportedAt },
});
export const active: readonly TradingAccountEvent[] = [...atBroker, reported('ACTIVE')];

/** @param replaces id of the replaced link */
export const linkRequested = (bankLinkId: string, replaces: string | null = null): TradingAccountEvent => ({
  type: 'BankLinkRequested',
  data: { bankLinkId, accountType: 'checking', ending: '6789', replaces },
});
/** The fence: from here on the broker may have the link. */
export const linkSubmitting = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkSubmissionStarted',
  data: { bankLinkId },
});
/** @param status the broker's status; `QUEUED` does not allow transfers yet */
export const linkAccepted = (bankLinkId: string, status = 'QUEUED'): TradingAccountEvent => ({
  type: 'BankLinkAccepted',
  data: { bankLinkId, relationshipId: `relationship of ${bankLinkId}`, status },
});
/** An account with an approved link `bank`. */
export const linked: readonly TradingAccountEvent[] = [
  ...active,
  linkRequested('bank'),
  linkSubmitting('bank'),
  linkAccepted('bank', 'APPROVED'),
];

type Direction = 'incoming' | 'outgoing';

/**
 * @param amount dollars with two decimals, such as `25.00`. @param tradingDay the day whose limit it counts toward
 */
export const requested = (
  transferId: string,
  amount: string,
  direction: Direction = 'incoming',
  tradingDay = '2026-03-02',
): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: { transferId, bankLinkId: 'bank', direction, amount, tradingDay, expectedOn: '2026-03-05' },
});
/** The fence: from here on the broker may have the transfer. */
export const started = (transferId: string, attempt = 1): TradingAccountEvent => ({
  type: 'TransferSubmissionStarted',
  data: { transferId, attempt },
});
/** Assigns the broker's transfer id. The money has not moved yet. */
export const accepted = (transferId: string): TradingAccountEvent => ({
  type: 'TransferAccepted',
  data: { transferId, brokerTransferId: `broker's ${transferId}`, status: 'QUEUED' },
});
/** At the clearing house: from here on it cannot be canceled. */
export const sent = (transferId: string): TradingAccountEvent => ({
  type: 'TransferSent',
  data: { transferId },
});
/** @param heldUntil ISO 8601 instant before which a deposit cannot be withdrawn; null if unknown */
export const settled = (transferId: string, heldUntil: string | null = null): TradingAccountEvent => ({
  type: 'TransferSettled',
  data: { transferId, heldUntil },
});
/** A settled deposit can be withdrawn now. */
export const released = (transferId: string): TradingAccountEvent => ({
  type: 'TransferReleased',
  data: { transferId },
});
/** Requested, submitted and accepted by the broker. */
export const taken = (transferId: string, amount: string, direction: Direction = 'incoming') => [
  requested(transferId, amount, direction),
  started(transferId),
  accepted(transferId),
];
/** A deposit from an earlier day that can be withdrawn. */
export const deposited = (transferId: string, amount: string): readonly TradingAccountEvent[] => [
  requested(transferId, amount, 'incoming', '2026-02-02'),
  started(transferId),
  accepted(transferId),
  sent(transferId),
  settled(transferId),
  released(transferId),
];

/** A Friday evening in New York. */
export const votedAt = '2026-03-06T22:00:00.000Z';
/** When what is proposed then can no longer be confirmed. */
export const votedUntil = '2026-03-09T22:00:00.000Z';
/** One operator's part in a decision that takes two. */
export const vote = (by: string, { at = votedAt, again = false } = {}) => ({ by, at, again });

/** The status that the person sees of the link `bank`. */
export const statusAfter = (...history: readonly (readonly TradingAccountEvent[])[]) => {
  const bank = stateAfter(...history).bankLinks.get('bank');
  return bank && statusOfBankLink(bank);
};
