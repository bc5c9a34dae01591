import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
import { isLate, lateIn } from './late.js';

it('what is late is looked for in the broker’s list only for transfers that have not ended', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `t${at}`);
  const statusOf = (id: string) => (id === 't999' ? 'sent' : 'available');
  let looks = 0;
  const list = ids.map((transferId) => ({
    get id() {
      looks += 1;
      return `made ${transferId}`;
    },
    status: 'SENT_TO_CLEARING',
  })) as unknown as MadeTransfer[];
  const loaded = {
    state: {
      transfers: new Map(
        ids.map((id) => [id, { id, brokerTransferId: `made ${id}`, status: statusOf(id) }] as const),
      ),
    },
    events: ids.map((transferId) => ({
      type: 'TransferAccepted',
      data: { transferId },
      metadata: { occurredAt: '2026-11-01T10:00:00.000Z' },
    })),
  } as unknown as LoadedAccount;
  expect(lateIn(loaded, list, new Date('2026-11-20T10:00:00Z')).map(({ id }) => id)).toEqual(['t999']);
  expect(looks).toBeLessThan(2_000);
});

it('a transfer is late after two weeks', () => {
  const since = new Date('2026-11-01T10:00:00.000Z');
  expect(isLate(since, new Date('2026-11-15T10:00:00.000Z'))).toBe(false);
  expect(isLate(since, new Date('2026-11-15T10:00:00.001Z'))).toBe(true);
  const loaded = {
    state: { transfers: new Map([['t', { id: 't', brokerTransferId: 'b', status: 'sent' }]]) },
    events: [
      { type: 'TransferAccepted', data: { transferId: 't' }, metadata: { occurredAt: since.toISOString() } },
    ],
  } as unknown as LoadedAccount;
  const list = [{ id: 'b', status: 'SENT_TO_CLEARING' }] as unknown as MadeTransfer[];
  expect(lateIn(loaded, list, new Date('2026-11-15T10:00:00.000Z'))).toEqual([]);
  expect(lateIn(loaded, list, new Date('2026-11-15T10:00:00.001Z'))).toMatchObject([
    { id: 't', reason: expect.stringContaining('accepted this transfer as b on 2026-11-01') },
  ]);
});
