import type { FundingEvent } from '@groundswell/broker';
import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState } from '@groundswell/money';
import { describe, expect, it } from 'vitest';
import { heardOfAccount, heardOfFunding, isUnknown, needsHold } from './hear.js';

const at = new Date('2026-11-20T15:00:00.000Z');
const events: TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId: 'a', agreementVersion: '1' } },
  { type: 'ApplicationAccepted', data: { applicationId: 'a', brokerAccountId: 'b', status: 'SUBMITTED' } },
  {
    type: 'AccountStatusReported',
    data: { status: 'ACTION_REQUIRED', findings: ['ADDRESS'], reportedAt: at.toISOString() },
  },
  {
    type: 'BankLinkRequested',
    data: { bankLinkId: 'l', accountType: 'checking', ending: '6789', replaces: null },
  },
  { type: 'BankLinkAccepted', data: { bankLinkId: 'l', relationshipId: 'r', status: 'QUEUED' } },
  {
    type: 'TransferRequested',
    data: {
      transferId: 't',
      bankLinkId: 'l',
      direction: 'incoming',
      amount: '5.00',
      tradingDay: '2026-11-20',
      expectedOn: '2026-11-25',
    },
  },
  { type: 'TransferAccepted', data: { transferId: 't', brokerTransferId: 'bt', status: 'QUEUED' } },
];
const account = events.reduce(evolve, initialState);

const message = (more: Partial<FundingEvent>): FundingEvent => ({
  id: '01',
  at,
  accountId: 'b',
  entityId: 'bt',
  entityType: 'Transfer',
  statusFrom: undefined,
  statusTo: 'SENT_TO_CLEARING',
  reason: undefined,
  ...more,
});
const accountMessage = {
  id: '01',
  at,
  accountId: 'b',
  statusFrom: undefined,
  statusTo: undefined,
  kycResults: undefined,
  accountBlocked: undefined,
  tradingBlocked: undefined,
};

describe('a message of the broker', () => {
  it('about a transfer is a report of ours', () => {
    expect(heardOfFunding(message({ statusTo: 'RETURNED', reason: 'R01' }), account, [])).toEqual([
      { type: 'ReportTransferStatus', transferId: 't', status: 'RETURNED', reason: 'R01', heldUntil: null },
    ]);
  });

  it('that a deposit has settled does not say until when it is held: that is read', () => {
    expect(needsHold(message({ statusTo: 'COMPLETE' }), account)).toBe(true);
    expect(needsHold(message({ statusTo: 'SENT_TO_CLEARING' }), account)).toBe(false);
  });

  it('about a bank link is a report of ours', () => {
    const told = message({ entityType: 'BankRelationship', entityId: 'r', statusTo: 'APPROVED' });
    expect(heardOfFunding(told, account, [])).toMatchObject([
      { type: 'ReportBankLinkStatus', bankLinkId: 'l', status: 'APPROVED', reportedAt: at.toISOString() },
    ]);
  });

  it('about something that the log does not know is told apart from what is none of ours', () => {
    expect(isUnknown(message({ entityId: 'stranger' }), account)).toBe(true);
    expect(isUnknown(message({}), account)).toBe(false);
    expect(isUnknown(message({ entityType: 'FundingWallet', entityId: 'w' }), account)).toBe(false);
    expect(heardOfFunding(message({ entityId: 'stranger' }), account, [])).toEqual([]);
  });

  it('about an account names what has changed alone: the rest stays, as long as it can still be so', () => {
    const heard = (more: object) => heardOfAccount({ ...accountMessage, ...more }, account);
    expect(heard({})).toEqual([]);
    expect(heard({ statusTo: 'REJECTED' })).toMatchObject([{ status: 'REJECTED', findings: ['ADDRESS'] }]);
    expect(heard({ statusTo: 'ACTIVE' })).toMatchObject([{ status: 'ACTIVE', findings: [] }]);
    const kycResults = { reject: ['TAX_ID'], accept: ['NAME'], indeterminate: ['DOB'], note: undefined };
    expect(heard({ kycResults })).toMatchObject([{ status: 'ACTION_REQUIRED', findings: ['DOB', 'TAX_ID'] }]);
  });
});
