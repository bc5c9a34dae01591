import type { AccountEvent, FundingEvent } from '@groundswell/broker';
import { type BrokerCommand, initialState, type TradingAccount } from '@groundswell/domain/money';
import { createLog } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { EarlyMessages } from './early-messages.js';
import { handleAccountMessages, handleFundingMessages, type MessageHandling } from './listen.js';

const now = new Date('2026-11-20T15:00:00Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const account: TradingAccount = {
  ...initialState,
  brokerAccountId: 'account',
  brokerStatus: 'APPROVED',
  bankLinks: new Map([
    ['link', { id: 'link', relationshipId: 'relationship', brokerStatus: 'QUEUED' } as never],
  ]),
};

/** The results of messages: what is recorded, and who is to be compared. */
const handling = () => {
  const written: BrokerCommand[] = [];
  const compared: string[] = [];
  const report = async (_userId: string, reports: (present: TradingAccount) => readonly BrokerCommand[]) => {
    written.push(...reports(account));
    return true;
  };
  const parts = {
    dependencies: {
      store: { personOfAccount: async () => 'ann' },
      vault: { put: async () => undefined },
      log: createLog({ service: 'test', level: 'silent' }),
      now: () => now,
    },
    desk: { recall: () => undefined, read: async () => ({ state: account }), report },
    early: new EarlyMessages(),
    compare: (userId: string) => void compared.push(userId),
    hurry: () => undefined,
  } as unknown as MessageHandling;
  return { parts, written, compared };
};

const opened = (at: Date, statusFrom = 'APPROVED') =>
  ({ ...{ id: 'm', accountId: 'account', statusFrom, statusTo: 'ACTIVE' }, at }) as AccountEvent;
const approved = (at: Date) =>
  ({
    id: 'm',
    accountId: 'account',
    entityType: 'BankRelationship',
    entityId: 'relationship',
    statusTo: 'APPROVED',
    at,
  }) as FundingEvent;

describe('a message with a time in the future', () => {
  it('about an account makes the workers read it, and is not recorded, because it would count until then', async () => {
    const { parts, written, compared } = handling();
    await handleAccountMessages(parts, ['account', [opened(after(38 * 3_600_000))]]);
    expect([written, compared]).toEqual([[], ['ann']]);
  });

  it('about a bank link makes the workers read it, and is not recorded', async () => {
    const { parts, written, compared } = handling();
    const ending = new AbortController();
    await handleFundingMessages(parts, ['account', [approved(after(60_000))]], ending.signal);
    expect([written, compared]).toEqual([[], ['ann']]);
  });

  it('is accepted when the clocks differ by seconds', async () => {
    const { parts, written, compared } = handling();
    await handleAccountMessages(parts, ['account', [opened(after(-60_000)), opened(after(4_000))]]);
    const ending = new AbortController();
    await handleFundingMessages(parts, ['account', [approved(after(4_000))]], ending.signal);
    expect(written.map(({ type }) => type)).toEqual([
      'ReportAccountStatus',
      'ReportAccountStatus',
      'ReportBankLinkStatus',
    ]);
    expect(compared).toEqual([]);
  });
});

describe('a message of a deposit that settled', () => {
  const deposit = { id: 't', brokerTransferId: 'bt', direction: 'incoming', status: 'sent' } as never;
  const settled = {
    ...{ id: 'm', accountId: 'account', entityType: 'Transfer', entityId: 'bt', statusTo: 'COMPLETE' },
    at: now,
  } as FundingEvent;
  const row = (status: string, holdUntil?: Date) => ({ id: 'bt', status, holdUntil });
  const resultWith = async (list: readonly unknown[]) => {
    const { parts, written, compared } = handling();
    const state = { ...account, transfers: new Map([['t', deposit]]) };
    const { dependencies, desk } = parts;
    const having = {
      ...parts,
      dependencies: { ...dependencies, broker: { transfers: { list: async () => list } } },
      desk: {
        ...desk,
        read: async () => ({ state }),
        report: async (_: string, of: (a: TradingAccount) => readonly BrokerCommand[]) =>
          void written.push(...of(state)),
      },
    } as unknown as MessageHandling;
    await handleFundingMessages(having, ['account', [settled]], new AbortController().signal);
    return { written, compared };
  };

  it.each([
    ['does not show it', []],
    ['is behind it', [row('SENT_TO_CLEARING')]],
  ])('is not accepted while the list %s, because the end of the hold would be lost', async (_what, list) => {
    expect(await resultWith(list)).toEqual({ written: [], compared: ['ann'] });
  });

  it('comes with the hold that the list shows', async () => {
    const { written, compared } = await resultWith([row('COMPLETE', after(3 * 86_400_000))]);
    expect(written).toMatchObject([{ transferId: 't', heldUntil: after(3 * 86_400_000).toISOString() }]);
    expect(compared).toEqual([]);
  });
});

describe('a message that does not continue from what is known', () => {
  it('about an account makes the workers read it, and is not recorded', async () => {
    const { parts, written, compared } = handling();
    await handleAccountMessages(parts, ['account', [opened(after(-60_000), 'SUBMITTED')]]);
    expect([written, compared]).toEqual([[], ['ann']]);
  });
});
