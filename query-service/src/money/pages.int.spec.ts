import { streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedHolder } from '../specification/account-holder.js';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

interface Page {
  readonly transfers?: readonly { readonly id: string }[];
  readonly entries?: readonly { readonly transfer_id: string }[];
  readonly next: string | null;
}

const ids = Array.from({ length: 230 }, (_, at) => `transfer-${at}`);

it('transfers and changes of cash come a hundred at a time, each once, and the table holds all of them', async () => {
  const { person, link } = await linkedHolder(service);
  const events = ids.flatMap((transferId) => [
    newEvent('TransferRequested', {
      transferId,
      bankLinkId: link,
      direction: 'incoming',
      amount: '5.00',
      tradingDay: '2026-03-02',
      expectedOn: '2026-03-05',
    }),
    newEvent('TransferSettled', { transferId, heldUntil: null }),
  ]);
  await service.eventStore.append(streamOf('tradingAccount', person.id), events, { expectedRevision: 'any' });
  const lengths = async (path: string) => {
    const pages: Page[] = [];
    for (let next: string | null = ''; next !== null; next = pages.at(-1)?.next ?? null)
      pages.push(await person.reads<Page>(next ? `${path}?before=${next}` : path));
    const listed = pages.map(({ transfers, entries }) =>
      (transfers ?? []).map(({ id }) => id).concat((entries ?? []).map((entry) => entry.transfer_id)),
    );
    expect(listed.flat()).toEqual(ids.toReversed());
    return listed.map(({ length }) => length);
  };
  await expect.poll(() => lengths('/api/get_ach_transfers/'), { timeout: 20_000 }).toEqual([100, 100, 30]);
  expect(await lengths('/api/get_cash_activity/')).toEqual([100, 100, 30]);
  const table = await (await person.asks('/api/get_cash_activity_csv/')).text();
  expect(table.trim().split('\r\n')).toHaveLength(ids.length + 1);
});
