import { randomUUID } from 'node:crypto';
import type { TradingAccountEvent } from '@groundswell/contracts';
import type { EventStore, RecordedEvent } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { loadAccount, openAccounts } from './accounts.js';

const settled = (at: number): RecordedEvent<TradingAccountEvent> =>
  ({
    id: randomUUID(),
    type: 'TransferSettled',
    data: { transferId: `transfer-${at}` },
    metadata: {},
    stream: 'tradingAccount-ann',
    revision: BigInt(at),
    position: { commit: BigInt(at), prepare: BigInt(at) },
  }) as unknown as RecordedEvent<TradingAccountEvent>;

const storeOf = (events: readonly RecordedEvent<TradingAccountEvent>[]) =>
  ({
    readStream: async (_stream: string, from = 0n) => ({
      events: events.slice(Number(from)),
      revision: BigInt(events.length - 1),
    }),
  }) as unknown as Pick<EventStore, 'append' | 'readStream'>;

it('an account is remembered with its events, also while it grows', async () => {
  const events = [0, 1, 2, 3, 4].map(settled);
  const accounts = openAccounts(storeOf(events.slice(0, 3)));
  const { state, revision } = await loadAccount(storeOf(events), 'ann');
  await accounts.read('ann');
  const before = accounts.recall('ann');
  for (const event of events.slice(3)) accounts.learn(event);
  expect(accounts.recall('ann')).toMatchObject({ events, state, revision });
  expect(before?.events).toEqual(events.slice(0, 3));
});

/** Milliseconds of this process's processor. */
const spentOn = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

it('a long history is read without being copied for each of its events', async () => {
  const events = Array.from({ length: 40_000 }, (_, at) => settled(at));
  // The copies took eleven seconds, and the rest takes a tenth of one.
  expect(await spentOn(() => openAccounts(storeOf(events)).read('ann'))).toBeLessThan(3_000);
});
