import type { TradingAccountEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
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

/** `given(history).when(command).then(events)` or `.thenRefused(code)`, under the usual limits. */
export const given = (...history: readonly (readonly TradingAccountEvent[])[]) => ({
  when: (command: TradingAccountCommand, limits: TransferLimits = usualLimits) =>
    specification.given(history.flat()).when(command, limits),
});

export const stateAfter = (...history: readonly (readonly TradingAccountEvent[])[]) =>
  history.flat().reduce(evolve, initialState);

const applicationId = 'application-1';

export const applied: readonly TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId, agreementVersion: '1' } },
];
export const submitting: readonly TradingAccountEvent[] = [
  ...applied,
  { type: 'ApplicationSubmissionStarted', data: { applicationId } },
];
export const atBroker: readonly TradingAccountEvent[] = [
  ...submitting,
  { type: 'ApplicationAccepted', data: { applicationId, brokerAccountId: 'broker-1', status: 'SUBMITTED' } },
];
export const reported = (status: string, reportedAt = '2026-03-02T15:00:00.000Z'): TradingAccountEvent => ({
  type: 'AccountStatusReported',
  data: { status, findings: [], reportedAt },
});
/** An account that is ready. */
export const active: readonly TradingAccountEvent[] = [...atBroker, reported('ACTIVE')];

export const linkRequested = (bankLinkId: string, replaces: string | null = null): TradingAccountEvent => ({
  type: 'BankLinkRequested',
  data: { bankLinkId, accountType: 'checking', ending: '6789', replaces },
});
export const linkSubmitting = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkSubmissionStarted',
  data: { bankLinkId },
});
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

export const requested = (
  transferId: string,
  amount: string,
  direction: Direction = 'incoming',
  tradingDay = '2026-03-02',
): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: { transferId, bankLinkId: 'bank', direction, amount, tradingDay, expectedOn: '2026-03-05' },
});
export const started = (transferId: string, attempt = 1): TradingAccountEvent => ({
  type: 'TransferSubmissionStarted',
  data: { transferId, attempt },
});
export const accepted = (transferId: string): TradingAccountEvent => ({
  type: 'TransferAccepted',
  data: { transferId, brokerTransferId: `broker's ${transferId}`, status: 'QUEUED' },
});
export const sent = (transferId: string): TradingAccountEvent => ({
  type: 'TransferSent',
  data: { transferId },
});
export const settled = (transferId: string, heldUntil: string | null = null): TradingAccountEvent => ({
  type: 'TransferSettled',
  data: { transferId, heldUntil },
});
export const released = (transferId: string): TradingAccountEvent => ({
  type: 'TransferReleased',
  data: { transferId },
});
/** What the broker knows of: asked for and taken. */
export const taken = (transferId: string, amount: string, direction: Direction = 'incoming') => [
  requested(transferId, amount, direction),
  started(transferId),
  accepted(transferId),
];
/** A deposit of an earlier day whose money may be withdrawn. */
export const deposited = (transferId: string, amount: string): readonly TradingAccountEvent[] => [
  requested(transferId, amount, 'incoming', '2026-02-02'),
  started(transferId),
  accepted(transferId),
  sent(transferId),
  settled(transferId),
  released(transferId),
];
