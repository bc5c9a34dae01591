import { BrokerError } from '@groundswell/broker';
import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import { obstacleToDrop, removalRefused } from './drop.js';
import { stepIdOf, stepOfId, stepsDue } from './step.js';
import { settledJobs } from './step-state.js';

const account = (...events: TradingAccountEvent[]): TradingAccount => events.reduce(evolve, initialState);
const due = (...events: TradingAccountEvent[]) => stepsDue(account(...events)).map(stepIdOf);

const applied: TradingAccountEvent = {
  type: 'TradingAccountRequested',
  data: { applicationId: 'a', agreementVersion: '1' },
};
const opened: TradingAccountEvent[] = [
  applied,
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId: 'a', brokerAccountId: 'b', status: 'ACTIVE', reportedAt: null },
  },
];
const linkRequested = (bankLinkId: string, replaces: string | null = null): TradingAccountEvent => ({
  type: 'BankLinkRequested',
  data: { bankLinkId, accountType: 'checking', ending: '6789', replaces },
});
const linked: TradingAccountEvent[] = [
  ...opened,
  linkRequested('l'),
  { type: 'BankLinkAccepted', data: { bankLinkId: 'l', relationshipId: 'r', status: 'APPROVED' } },
];
const transfer = (transferId: string): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: {
    transferId,
    bankLinkId: 'l',
    direction: 'incoming',
    amount: '5.00',
    tradingDay: '2026-11-20',
    expectedOn: '2026-11-25',
  },
});
const fenced = (transferId: string): TradingAccountEvent => ({
  type: 'TransferSubmissionStarted',
  data: { transferId, attempt: 1 },
});
const accepted = (transferId: string): TradingAccountEvent => ({
  type: 'TransferAccepted',
  data: { transferId, brokerTransferId: `broker-${transferId}`, status: 'QUEUED' },
});

describe('what is due at the broker', () => {
  it('is nothing for a person who requested nothing', () => {
    expect(due()).toEqual([]);
    expect(due(...linked)).toEqual([]);
  });

  it('is the application before everything else, until the broker has answered', () => {
    expect(due(applied)).toEqual(['submit-application.a']);
    expect(due(applied, { type: 'ApplicationSubmissionStarted', data: { applicationId: 'a' } })).toEqual([
      'submit-application.a',
    ]);
    expect(
      due(applied, { type: 'ApplicationRefused', data: { applicationId: 'a', code: 'SsnRefused' } }),
    ).toEqual([]);
  });

  it('is the end of the old link before the beginning of the new one', () => {
    expect(due(...opened, linkRequested('l'))).toEqual(['submit-bank-link.l']);
    const submitting = { type: 'BankLinkSubmissionStarted', data: { bankLinkId: 'l' } } as const;
    expect(due(...opened, linkRequested('l'), submitting)).toEqual(['submit-bank-link.l']);
    const replacing = [...linked, linkRequested('m', 'l')];
    expect(due(...replacing)).toEqual(['remove-bank-link.l']);
    expect(due(...replacing, { type: 'BankLinkRemoved', data: { bankLinkId: 'l' } })).toEqual([
      'submit-bank-link.m',
    ]);
  });

  it('is only one transfer while it is unknown whether the broker has it', () => {
    const two = [...linked, transfer('t'), transfer('u')];
    expect(due(...two)).toEqual(['submit-transfer.t', 'submit-transfer.u']);
    expect(due(...two, fenced('u'))).toEqual(['submit-transfer.u']);
    expect(due(...two, fenced('u'), accepted('u'))).toEqual(['submit-transfer.t']);
  });

  it('is a cancellation once the broker has the transfer, and as long as it may be canceled', () => {
    const asked = { type: 'TransferCancellationRequested', data: { transferId: 't' } } as const;
    expect(due(...linked, transfer('t'), fenced('t'), asked)).toEqual(['submit-transfer.t']);
    const both = [...linked, transfer('t'), fenced('t'), asked, accepted('t')];
    expect(due(...both)).toEqual(['cancel-transfer.t']);
    expect(due(...both, { type: 'TransferSent', data: { transferId: 't' } })).toEqual([]);
  });
});

describe('the id of a step', () => {
  it('leads back to the step', () => {
    const entityId = '5f0c3c7e-0000-5000-8000-000000000000';
    for (const kind of [
      'submit-application',
      'remove-bank-link',
      'submit-bank-link',
      'cancel-transfer',
      'submit-transfer',
    ] as const)
      expect(stepOfId(stepIdOf({ kind, entityId }))).toEqual({ kind, entityId });
    expect(stepOfId('refresh.2026-11-20')).toBeUndefined();
  });
});

describe('a step that an operator wants to drop', () => {
  it('has an obstacle while the broker may have the transfer, and where something would stay there', () => {
    const requested = account(...linked, transfer('t'));
    const uncertain = account(...linked, transfer('t'), fenced('t'));
    const step = { kind: 'submit-transfer', entityId: 't' } as const;
    const away = 'The broker didn’t answer as expected (timeout).';
    expect(obstacleToDrop(step, requested, away)).toBeUndefined();
    expect(obstacleToDrop(step, uncertain, away)).toContain('may have this transfer');
    expect(obstacleToDrop({ kind: 'remove-bank-link', entityId: 'l' }, requested, away)).toContain('stay');
  });

  it('has none where the broker itself refuses to end a link', () => {
    const reason = removalRefused(new BrokerError('no', { kind: 'refused', status: 422 }));
    const step = { kind: 'remove-bank-link', entityId: 'l' } as const;
    const about = `${reason} Tried 3 times since 2026-11-20T15:00:00.000Z.`;
    expect(obstacleToDrop(step, account(...linked), about)).toBeUndefined();
  });
});

describe('the job of a step that was parked', () => {
  const settled = (id: string, ...events: TradingAccountEvent[]) =>
    settledJobs({ jobs: new Map([[id, 'parked']]) }, account(...events));

  it('is settled once the broker has what it was about', () => {
    expect(settled('submit-transfer.one', ...linked, transfer('one'), fenced('one'))).toEqual([]);
    expect(
      settled('submit-transfer.one', ...linked, transfer('one'), fenced('one'), accepted('one')),
    ).toEqual(['submit-transfer.one']);
  });

  it('is left alone when it is no step, or was dropped', () => {
    for (const id of ['explain-transfer.one', 'find-transfer.one', 'compare-account.ann'])
      expect(settled(id, ...linked)).toEqual([]);
    const dropped = new Map([['submit-transfer.one', 'dropped' as const]]);
    expect(settledJobs({ jobs: dropped }, account(...linked))).toEqual([]);
  });

  it('is not settled while its step waits for another one', () => {
    const waiting = [...linked, transfer('one'), transfer('two'), fenced('two')];
    expect(due(...waiting)).toEqual(['submit-transfer.two']);
    expect(settled('submit-transfer.one', ...waiting)).toEqual([]);
  });
});
