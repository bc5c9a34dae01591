import type { MoneyInstance } from '../money/instance.js';
import { openCustomers, transferCent } from '../transfers/customers.js';
import type { Journey } from './journey.js';

const people = 64;
/** Milliseconds until a transfer is over. */
const patience = 60_000;

/** Tells when the log has an event about a transfer. */
const followTransfers = (eventStore: MoneyInstance['eventStore'], signal: AbortSignal) => {
  const waiting = new Map<string, () => void>();
  const come = new Set<string>();
  const keyOf = (type: string, id: string) => `${type} ${id}`;
  const following = async (): Promise<void> =>
    eventStore.subscribe({
      name: 'profile',
      after: await eventStore.head(),
      categories: ['tradingAccount'],
      signal,
      async onBatch({ events }) {
        for (const { type, data } of events) {
          if (!('transferId' in data)) continue;
          const key = keyOf(type, data.transferId);
          come.add(key);
          waiting.get(key)?.();
        }
      },
    });
  return {
    ended: following(),
    has: (type: 'TransferAccepted' | 'TransferSettled', id: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const key = keyOf(type, id);
        if (come.has(key)) return resolve();
        const late = setTimeout(() => reject(new Error(`${key} did not come`)), patience);
        waiting.set(key, () => {
          clearTimeout(late);
          waiting.delete(key);
          resolve();
        });
      }),
  };
};

/** Customers who deposit a cent each, and what becomes of it until it is settled. */
export const openDepositing = async (instance: MoneyInstance): Promise<Journey> => {
  const customers = await openCustomers(instance, people);
  const stopped = new AbortController();
  const transfers = followTransfers(instance.eventStore, stopped.signal);
  transfers.ended.catch(() => undefined);
  return {
    words: 'A deposit until it is settled, and the time from the command until the broker has accepted it',
    warmUp: { count: 400, perSecond: 10 },
    rates: [1, 20],
    async go(index) {
      const began = performance.now();
      const id = await transferCent(instance, customers, index);
      return async () => {
        await transfers.has('TransferAccepted', id);
        const took = performance.now() - began;
        await transfers.has('TransferSettled', id);
        return took;
      };
    },
    close: () => stopped.abort(),
  };
};
