import type { FundingEvent, Transfer } from '@groundswell/broker';
import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../account-desk.js';
import { commandsOfFundingEvent, isAheadOfList, isUnknown, needsList, newsOfAccount } from './interpret.js';

const at = new Date('2026-11-20T15:00:00.000Z');
const events: TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId: 'a', agreementVersion: '1' } },
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId: 'a', brokerAccountId: 'b', status: 'SUBMITTED', reportedAt: null },
  },
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
};

describe('a message of the broker', () => {
  it('about a transfer is a report of ours', () => {
    expect(commandsOfFundingEvent(message({ statusTo: 'RETURNED', reason: 'R01' }), account, [])).toEqual([
      { type: 'ReportTransferStatus', transferId: 't', status: 'RETURNED', reason: 'R01', heldUntil: null },
    ]);
  });

  it('that a deposit has settled does not say until when it is held: that is read', () => {
    expect(needsList(message({ statusTo: 'COMPLETE' }), account)).toBe(true);
    expect(needsList(message({ statusTo: 'SENT_TO_CLEARING' }), account)).toBe(false);
    const counted = [
      { type: 'TransferSettled', data: { transferId: 't', heldUntil: null } } as const,
      { type: 'TransferReleased', data: { transferId: 't' } } as const,
    ].reduce(evolve, account);
    expect(needsList(message({ statusTo: 'COMPLETE' }), counted)).toBe(false);
    const outgoing = new Map(
      [...account.transfers].map(([id, transfer]) => [id, { ...transfer, direction: 'outgoing' as const }]),
    );
    expect(needsList(message({ statusTo: 'COMPLETE' }), { ...account, transfers: outgoing })).toBe(false);
  });

  it('is ahead of a list that does not show yet that a deposit has settled, and so until when it is held', () => {
    const isAhead = (statusTo: string, ...list: string[]) =>
      isAheadOfList(
        message({ statusTo }),
        account,
        list.map((status) => ({ id: 'bt', status }) as Transfer),
      );
    expect([isAhead('COMPLETE', 'SENT_TO_CLEARING'), isAhead('COMPLETE')]).toEqual([true, true]);
    expect([isAhead('COMPLETE', 'COMPLETE'), isAhead('COMPLETE', 'RETURNED')]).toEqual([false, false]);
    expect([isAhead('RETURNED', 'SENT_TO_CLEARING'), isAhead('RETURNED')]).toEqual([false, false]);
  });

  it.each(['RETURNED', 'REJECTED', 'CANCELED', 'EXPIRED'])(
    'of %s may leave out why: that is read',
    (statusTo) => {
      expect(needsList(message({ statusTo }), account)).toBe(true);
      expect(needsList(message({ statusTo, reason: 'R01' }), account)).toBe(false);
      const listed = [{ id: 'bt', reason: 'R02 Account Closed' } as Transfer];
      const reasonIn = (reason: string | undefined, list: Transfer[]) =>
        commandsOfFundingEvent(message({ statusTo, reason }), account, list);
      expect(reasonIn(undefined, listed)).toMatchObject([{ reason: 'R02 Account Closed' }]);
      expect(reasonIn('R01', listed)).toMatchObject([{ reason: 'R01' }]);
      expect(reasonIn(undefined, [])).toMatchObject([{ reason: null }]);
    },
  );

  it('that says what is known already needs nothing more', () => {
    const returned: TradingAccountEvent = {
      type: 'TransferReturned',
      data: { transferId: 't', reason: null },
    };
    expect(needsList(message({ statusTo: 'RETURNED' }), evolve(account, returned))).toBe(false);
  });

  it('about a bank link is a report of ours', () => {
    const told = message({ entityType: 'BankRelationship', entityId: 'r', statusTo: 'APPROVED' });
    expect(commandsOfFundingEvent(told, account, [])).toMatchObject([
      { type: 'ReportBankLinkStatus', bankLinkId: 'l', status: 'APPROVED', reportedAt: at.toISOString() },
    ]);
    const refused = { ...told, statusTo: 'REJECTED', reason: 'name mismatch' };
    expect(commandsOfFundingEvent(refused, account, [])).toMatchObject([{ reason: 'name mismatch' }]);
  });

  it('about something unknown to the log is distinguished from what is not ours', () => {
    for (const entityType of ['Transfer', 'BankRelationship'])
      expect(isUnknown(message({ entityId: 'stranger', entityType }), account)).toBe(true);
    expect(isUnknown(message({}), account)).toBe(false);
    expect(isUnknown(message({ entityType: 'FundingWallet', entityId: 'w' }), account)).toBe(false);
    expect(commandsOfFundingEvent(message({ entityId: 'stranger' }), account, [])).toEqual([]);
  });

  it('about an account names what has changed alone', () => {
    const heard = (more: object) =>
      newsOfAccount([{ ...accountMessage, statusFrom: 'SUBMITTED', ...more }], 'SUBMITTED').commands;
    const kycResults = { reject: ['TAX_ID'], indeterminate: ['DOB'] };
    const reportedAt = at.toISOString();
    expect(heard({})).toEqual([]);
    expect(heard({ statusTo: 'ACTIVE' })).toEqual([
      { type: 'ReportAccountStatus', status: 'ACTIVE', findings: undefined, reportedAt },
    ]);
    expect(heard({ statusTo: 'REJECTED', kycResults })).toMatchObject([
      { type: 'ReportAccountStatus', status: 'REJECTED', findings: ['DOB', 'TAX_ID'] },
    ]);
    expect(heard({ kycResults })).toEqual([
      { type: 'ReportAccountFindings', findings: ['DOB', 'TAX_ID'], reportedAt },
    ]);
  });

  it('is judged on what those before it said, in one batch, too', () => {
    const later = new Date(at.getTime() + 2_000);
    const kycResults = { reject: [], indeterminate: [] };
    const batch = [
      {
        ...{ ...accountMessage, at: new Date(at.getTime() + 1_000) },
        ...{ statusFrom: 'ACTION_REQUIRED', statusTo: 'ACCOUNT_CLOSED' },
      },
      { ...accountMessage, at: later, kycResults },
    ];
    const { commands } = newsOfAccount(batch, account.brokerStatus);
    const after = eventsOf(account, commands).reduce(evolve, account);
    expect(after.brokerStatus).toBe('ACCOUNT_CLOSED');
  });

  it('about an account counts if it continues from the known status; after a gap the account is read', () => {
    const moved = (statusFrom: string | undefined, statusTo: string) => ({
      ...{ ...accountMessage, statusFrom, statusTo },
    });
    const statuses = (known: string, ...events: ReturnType<typeof moved>[]) => {
      const { commands, isBroken } = newsOfAccount(events, known);
      return [commands.map((command) => 'status' in command && command.status), isBroken];
    };
    expect(statuses('SUBMITTED', moved('SUBMITTED', 'APPROVED'), moved('APPROVED', 'ACTIVE'))).toEqual([
      ['APPROVED', 'ACTIVE'],
      false,
    ]);
    expect(statuses('SUBMITTED', moved('', 'SUBMITTED'))).toEqual([['SUBMITTED'], false]);
    // An old message again, one after a lost message, two swapped, and one without a previous status.
    expect(statuses('ACTIVE', moved('SUBMITTED', 'APPROVED'))).toEqual([[], true]);
    expect(statuses('SUBMITTED', moved('APPROVED', 'ACTIVE'))).toEqual([[], true]);
    expect(statuses('SUBMITTED', moved('APPROVED', 'ACTIVE'), moved('SUBMITTED', 'APPROVED'))).toEqual([
      ['APPROVED'],
      true,
    ]);
    expect(statuses('ACTIVE', moved(undefined, 'APPROVED'))).toEqual([[], true]);
  });
});
