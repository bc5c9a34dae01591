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
      occurredAt: askedAt.toISOString(),
    },
  }),
);
const { ownerName, accountNumber, routingNumber } = bankVaultFields('next');
const secrets = { [ownerName]: 'Ada Byron', [accountNumber]: '000123456789', [routingNumber]: '121000358' };

/**
 * The failure when the broker refuses a link because another one exists. The sandbox ends a link at once; Alpaca
 * may take days.
 */
const faultWith = async (status: string, now: Date): Promise<StepFailed> => {
  const other = { id: 'r', status, createdAt: hours(-24) } as MadeLink;
  const bankLinks = {
    create: () => Promise.reject(new BrokerError('only one', { kind: 'refused', status: 409 })),
    list: () => Promise.resolve([other]),
  };
  const work = {
    dependencies: {
      broker: { bankLinks } as unknown as Broker,
      vault: { get: () => Promise.resolve(secrets) },
      now: () => now,
    } as unknown as MoneyDependencies,
    desk: { tell: () => Promise.resolve({ changed: true }) } as unknown as AccountDesk,
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
  const fault: unknown = await submitBankLink(work, 'next').catch((thrown: unknown) => thrown);
  if (!(fault instanceof StepFailed)) throw new Error('it did not fail as a step does');
  return fault;
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
