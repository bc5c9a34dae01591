import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
import { lateIn } from './late.js';

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
