import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Broker } from '../broker.js';

const row = {
  ...{ id: 'one', account_id: 'a', relationship_id: 'link', type: 'ach', direction: 'INCOMING' },
  ...{ amount: '5', status: 'COMPLETE', created_at: '2026-03-02T15:00:00Z' },
};

/** A broker that answers every call alike. */
const answering = async (answer: unknown): Promise<Broker> => {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new Broker({ baseUrl, keyId: 'key', secretKey: 'secret' });
};

it('reads the other transfers of a list that has an unreadable one', async () => {
  const rows = [{ ...row, amount: null }, row, 'nonsense', { ...row, id: 'two', created_at: 'never' }];
  const { transfers } = await answering(rows);
  expect((await transfers.list('a')).map(({ id, amount }) => [id, amount])).toEqual([['one', '5.00']]);
});

describe('an answer about another account', () => {
  const unknown = { kind: 'malformed', outcome: 'unknown' };
  const request = { relationshipId: 'link', direction: 'INCOMING', amount: '5.00' } as const;

  it('leaves open whether a transfer was made', async () => {
    const { transfers } = await answering({ ...row, account_id: 'b' });
    await expect(transfers.create('a', request)).rejects.toMatchObject(unknown);
  });

  it('leaves open whether a bank was linked', async () => {
    const { bankLinks } = await answering({ ...row, account_id: 'b' });
    const bank = { ownerName: 'Ada', type: 'CHECKING', accountNumber: '1', routingNumber: '2' } as const;
    await expect(bankLinks.create('a', bank)).rejects.toMatchObject(unknown);
  });

  it('tells nothing of its status or its cash', async () => {
    const { accounts } = await answering({ ...row, id: 'b', currency: 'USD', cash: '5', buying_power: '5' });
    await expect(accounts.get('a')).rejects.toMatchObject(unknown);
    await expect(accounts.trading('a')).rejects.toMatchObject(unknown);
    expect(await accounts.trading('b')).toMatchObject({ cash: '5.00' });
  });

  it('is left out of a list', async () => {
    const { transfers, bankLinks } = await answering([{ ...row, account_id: 'b', id: 'two' }, row]);
    expect((await transfers.list('a')).map(({ id }) => id)).toEqual(['one']);
    expect((await bankLinks.list('a')).map(({ id }) => id)).toEqual(['one']);
  });
});
