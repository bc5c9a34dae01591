import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { centsOf } from '../cash/cents.js';
import { Trial } from '../trial/trial.js';

/** One of the things that can happen; `which` picks among the transfers there are by then. */
type Happening =
  | { readonly kind: 'ask'; readonly direction: 'INCOMING' | 'OUTGOING'; readonly cents: number }
  | { readonly kind: 'tick'; readonly milliseconds: number }
  | { readonly kind: 'cancel' | 'return' | 'reject'; readonly which: number }
  | { readonly kind: 'relink' };

const which = fc.nat({ max: 9 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      direction: fc.constantFrom('INCOMING' as const, 'OUTGOING' as const),
      cents: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 6_000_000 })),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      milliseconds: fc.constantFrom(0, 1_000, 3_000, 86_400_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'return' as const, 'reject' as const),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('relink' as const) }) },
);

const trial = new Trial({ times: { settlement: 3_000 }, limits: { transfersPerDay: 2 } });
afterAll(() => trial.close());

let people = 0;

/** Lets all of it happen to a new account. Returns the account and the ids of the transfers that were accepted. */
const live = async (happenings: readonly Happening[]): Promise<{ account: string; accepted: string[] }> => {
  people += 1;
  const account = await trial.openAccount(`person-${people}@example.com`);
  let link = await trial.link(account);
  const accepted: string[] = [];
  const chosen = (index: number) => accepted[index % Math.max(1, accepted.length)] ?? 'none';
  for (const each of happenings) {
    if (each.kind === 'ask') {
      const amount = (each.cents / 100).toFixed(2);
      const { status, body } = await trial.transfer(account, link, each.direction, amount);
      if (status === 200) accepted.push(String(body.id));
    } else if (each.kind === 'tick') await trial.pass(each.milliseconds);
    else if (each.kind === 'relink') {
      await trial.call('DELETE', `/v1/accounts/${account}/ach_relationships/${link}`);
      link = await trial.link(account);
    } else if (each.kind === 'cancel') {
      await trial.call('DELETE', `/v1/accounts/${account}/transfers/${chosen(each.which)}`);
    } else await trial.call('POST', `/admin/transfers/${chosen(each.which)}/${each.kind}`, {});
  }
  return { account, accepted };
};

const signed = (text: unknown): number => {
  const amount = String(text);
  const cents = centsOf(amount.replace('-', '')) ?? Number.NaN;
  return amount.startsWith('-') ? -cents : cents;
};
const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

describe('whatever happens to an account', () => {
  it('its cash is the sum of what has settled, and no POST makes two transfers', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (happenings) => {
        const { account, accepted } = await live(happenings);
        const transfers = await trial.transfersOf(account);
        expect(transfers.map(({ id }) => id).sort()).toEqual([...accepted].sort());

        const settled = transfers
          .filter(({ status }) => status === 'COMPLETE')
          .map(({ direction, amount }) => (direction === 'INCOMING' ? signed(amount) : -signed(amount)));
        const { cash, cash_withdrawable, pending_transfer_out } = await trial.tradingAccount(account);
        expect(signed(cash)).toBe(sum(settled));

        const booked = await Promise.all(
          ['CSD', 'CSW'].map((kind) => trial.list(`/v1/accounts/activities/${kind}?account_id=${account}`)),
        );
        expect(sum(booked.flat().map(({ net_amount }) => signed(net_amount)))).toBe(signed(cash));

        expect(signed(cash_withdrawable)).toBe(Math.max(0, signed(cash) - signed(pending_transfer_out)));
        const cameBack = transfers.some(({ status }) => status === 'RETURNED');
        if (!cameBack) expect(signed(cash)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 120 },
    );
  });

  it('every transfer ends, and every status was reported', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 15 }), async (happenings) => {
        const { account } = await live(happenings);
        for (let step = 0; step < 6; step += 1) await trial.pass(1_000);
        const events = await trial.history('/v2/events/funding/status', `&id=${account}`);
        for (const { id, status } of await trial.transfersOf(account)) {
          expect(['COMPLETE', 'RETURNED', 'CANCELED', 'REJECTED']).toContain(status);
          const told = events.filter(({ entity_id }) => entity_id === id);
          expect(told.at(-1)?.status_to).toBe(status);
          for (const [index, event] of told.entries()) {
            expect(event.status_from).toBe(index === 0 ? null : told[index - 1]?.status_to);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
