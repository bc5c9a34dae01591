import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Broker } from '../broker.js';

const made = Array.from({ length: 120 }, (_, index) => ({
  id: `transfer ${index}`,
  account_id: 'account',
  direction: 'INCOMING',
  amount: '5',
  status: 'COMPLETE',
  created_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
}));
const newestFirst = made.map(({ id }) => id).reverse();

/** A broker that shows transfers page by page in a way of its own, and how often it was asked. */
const brokerThatShows = async (pageOf: (limit: number, offset: number) => readonly object[]) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const { searchParams } = new URL(request.url ?? '', 'http://broker');
    const page = pageOf(Number(searchParams.get('limit')), Number(searchParams.get('offset')));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { transfers } = new Broker({
    baseUrl: `http://127.0.0.1:${port}`,
    keyId: 'key',
    secretKey: 'secret',
  });
  const list = async () => (await transfers.list('account', AbortSignal.timeout(3_000))).map(({ id }) => id);
  return { list, asked: () => asked };
};

describe('the list of an account’s transfers', () => {
  it('is complete even when the broker returns fewer per page than requested, oldest first', async () => {
    const { list } = await brokerThatShows((limit, offset) =>
      made.slice(offset, offset + Math.min(limit, 50)),
    );
    expect(await list()).toEqual(newestFirst);
  });

  it('ends even when the broker ignores where a page starts', async () => {
    const { list } = await brokerThatShows(() => made);
    expect(await list()).toEqual(newestFirst);
  });

  it('takes one call when there are few', async () => {
    const { list, asked } = await brokerThatShows((limit, offset) => made.slice(0, 7).slice(offset, limit));
    expect(await list()).toHaveLength(7);
    expect(asked()).toBe(1);
  });
});
