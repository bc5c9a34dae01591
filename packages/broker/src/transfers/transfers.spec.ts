import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Broker } from '../broker.js';

const row = {
  ...{ id: 'one', account_id: 'a', relationship_id: 'link', type: 'ach', direction: 'INCOMING' },
  ...{ amount: '5', status: 'COMPLETE', created_at: '2026-03-02T15:00:00Z' },
};

it('reads the other transfers of a list that has an unreadable one', async () => {
  const rows = [{ ...row, amount: null }, row, 'nonsense', { ...row, id: 'two', created_at: 'never' }];
  const server = createServer((_request, response) => response.end(JSON.stringify(rows)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { transfers } = new Broker({ baseUrl, keyId: 'key', secretKey: 'secret' });
  expect((await transfers.list('a')).map(({ id, amount }) => [id, amount])).toEqual([['one', '5.00']]);
});
