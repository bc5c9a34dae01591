import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Broker } from '../broker.js';
import { BrokerError } from '../broker-error.js';
import { customerOf } from '../trial/person.js';
import { type RunningSandbox, startSandbox, unhurried } from '../trial/sandbox.js';
import { matchesOf } from './matching.js';
import type { TransferRequest } from './transfers.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_TRANSFERS_PER_DAY: '1000' });
});
afterAll(() => sandbox.part.stop());

const rates = {
  '429': 0.05,
  '500': 0.1,
  drop: 0.1,
  hang: 0.03,
  'commit-drop': 0.15,
  'commit-500': 0.1,
  'commit-hang': 0.03,
};

/** One transfer, asked for until it is there: looked for before it is asked for again. Returns its id. */
const moved = async (
  { transfers }: Broker,
  account: string,
  request: TransferRequest,
  accounted: ReadonlySet<string>,
): Promise<string> => {
  for (;;) {
    const attempt = { ...request, sentAt: new Date() };
    try {
      return (await transfers.create(account, request)).id;
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind === 'refused') throw error;
      if (error.outcome === 'known') continue;
    }
    const [match] = matchesOf(attempt, await transfers.list(account), accounted);
    if (match) return match.id;
  }
};

describe('a careful caller of a broker that fails every other time', () => {
  it.each([1, 2, 3])(
    'moves every amount once, no more and no less (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      await sandbox.admin('DELETE', '/faults');
      const { timing } = unhurried();
      const broker = sandbox.broker({ timeout: 300, attempts: 30, timing });
      const people = await Promise.all(
        [1, 2, 3].map((person) => customerOf(sandbox.broker(), `careful-${seed}-${person}@example.com`)),
      );
      await sandbox.admin('POST', '/chaos', { seed, rates, path: '/v1/accounts' });
      const ids = await Promise.all(
        people.map(async ({ account, link }) => {
          const accounted = new Set<string>();
          // The same amount again and again is the hardest to tell apart.
          for (let count = 0; count < 12; count += 1) {
            const request = { relationshipId: link, direction: 'INCOMING', amount: '2.50' } as const;
            accounted.add(await moved(broker, account, request, accounted));
          }
          return accounted;
        }),
      );
      const injected = (await sandbox.admin('GET', '/faults')) as Record<string, number>;
      expect(Object.values(injected).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
      await sandbox.admin('DELETE', '/faults');
      for (const [index, { account }] of people.entries()) {
        const made = await broker.transfers.list(account);
        expect(made.map(({ id }) => id).sort()).toEqual([...(ids[index] ?? [])].sort());
        expect(made).toHaveLength(12);
      }
    },
  );
});
