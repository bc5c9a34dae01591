import { type Broker, BrokerError, type BankLink as MadeLink } from '@groundswell/broker';
import type { TradingAccountEvent } from '@groundswell/contracts';
import { bankVaultFields, evolve, initialState } from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { StepFailed } from '../steps/failure.js';
import type { Work } from '../steps/work.js';
import { submitBankLink } from './submit-bank-link.js';

const askedAt = new Date('2026-11-20T15:00:00.000Z');
const hours = (count: number) => new Date(askedAt.getTime() + count * 3_600_000);
const history: readonly TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId: 'a', agreementVersion: '1' } },
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId: 'a', brokerAccountId: 'b', status: 'ACTIVE', reportedAt: null },
  },
  {
    type: 'BankLinkRequested',
    data: { bankLinkId: 'before', accountType: 'checking', ending: '6789', replaces: null },
  },
  {
    type: 'BankLinkAccepted',
    data: { bankLinkId: 'before', relationshipId: 'ours before', status: 'APPROVED' },
  },
  { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'before' } },
  { type: 'BankLinkRemoved', data: { bankLinkId: 'before' } },
  {
    type: 'BankLinkRequested',
    data: { bankLinkId: 'next', accountType: 'checking', ending: '6789', replaces: null },
  },
];
const recorded = history.map(
  (event, index): RecordedEvent<TradingAccountEvent> => ({
    ...event,
    id: `e${index}`,
    stream: 'tradingAccount-ann',
    revision: BigInt(index),
    position: { commit: BigInt(index), prepare: BigInt(index) },
    recordedAt: askedAt,
    metadata: {
      actor: { id: 'ann', role: 'user' },
      correlationId: 'c',
      causationId: 'c',
      schemaVersion: 1,
      occurredAt: (index < history.length - 1 ? hours(-24) : askedAt).toISOString(),
    },
  }),
);
const { ownerName, accountNumber, routingNumber } = bankVaultFields('next');
const secrets = { [ownerName]: 'Ada Byron', [accountNumber]: '000123456789', [routingNumber]: '121000358' };

/** How linking ends when the broker refuses because another link exists; what was told to the log, and removed. */
const linkBeside = async (other: Partial<MadeLink>, now: Date) => {
  const told: object[] = [];
  const removedIds: string[] = [];
  const bankLinks = {
    create: () => Promise.reject(new BrokerError('only one', { kind: 'refused', status: 409 })),
    list: () => Promise.resolve([{ id: 'r', status: 'QUEUED', createdAt: hours(0), ...other } as MadeLink]),
    remove: (_account: string, id: string) => Promise.resolve(void removedIds.push(id)),
  };
  const work = {
    dependencies: {
      broker: { bankLinks } as unknown as Broker,
      vault: { get: () => Promise.resolve(secrets), replace: () => Promise.resolve() },
      log: { error: () => undefined },
      now: () => now,
    } as unknown as MoneyDependencies,
    desk: {
      tell: (_userId: string, command: object) => Promise.resolve({ changed: told.push(command) > 0 }),
    } as unknown as AccountDesk,
    userId: 'ann',
    loaded: {
      state: history.reduce(evolve, initialState),
      events: recorded,
      revision: 2n,
      last: recorded.at(-1),
      written: new Map(),
    },
    signal: new AbortController().signal,
  } satisfies Work;
  const end: unknown = await submitBankLink(work, 'next').catch((thrown: unknown) => thrown);
  return { end, told, removedIds };
};

/** The failure. The sandbox ends a link at once; Alpaca may take days. */
const faultWith = async (status: string, now: Date): Promise<StepFailed> => {
  const { end } = await linkBeside({ status, createdAt: hours(-24) }, now);
  if (!(end instanceof StepFailed)) throw new Error('it did not fail as a step does');
  return end;
};

describe('a link that waits for the broker to end another one', () => {
  it.each(['CANCEL_REQUESTED', 'CANCEL_SENT'])(
    'is not a failure, however long it takes within a week: %s',
    async (status) => {
      expect((await faultWith(status, hours(1))).lookBy).toEqual(hours(7 * 24));
      expect((await faultWith(status, hours(7 * 24 - 1))).lookBy).toEqual(hours(7 * 24));
    },
  );

  it('goes to an operator after that, or when the broker shows no link that is ending', async () => {
    expect((await faultWith('CANCEL_REQUESTED', hours(7 * 24))).lookBy).toBeUndefined();
    expect((await faultWith('CANCELED', hours(1))).lookBy).toBeUndefined();
  });
});

describe('a link that the broker has already', () => {
  it.each<[string, Partial<MadeLink>]>([
    ['has its numbers', { accountNumberEnd: '6789', routingNumber: '121000358' }],
    ['is shown without numbers', {}],
  ])('was made by an earlier attempt if it is not older and %s', async (_what, other) => {
    const { end, told, removedIds } = await linkBeside(other, hours(1));
    expect({ end, removedIds }).toEqual({ end: 'done', removedIds: [] });
    expect(told.at(-1)).toMatchObject({ type: 'RecordBankLinkAccepted', relationshipId: 'r' });
  });

  it.each<[string, Partial<MadeLink>]>([
    ['is of another account', { accountNumberEnd: '6780', routingNumber: '121000358' }],
    ['is of another bank', { accountNumberEnd: '6789', routingNumber: '021000021' }],
    ['is older than the request', { createdAt: new Date(askedAt.getTime() - 1) }],
    ['could not be ended', { status: 'CANCEL_FAILED' }],
    ['was another one of the person’s', { id: 'ours before' }],
  ])('is removed, and never used, if it %s', async (_what, other) => {
    const { end, told, removedIds } = await linkBeside(other, hours(1));
    expect({ end, removedIds }).toEqual({ end: 'again', removedIds: [other.id ?? 'r'] });
    expect(told).not.toContainEqual(expect.objectContaining({ type: 'RecordBankLinkAccepted' }));
  });
});
