import { createHash } from 'node:crypto';
import { calls, type PriceProof, pricesOfPage } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const dateAt = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
const dayAt = (day: number) => ({
  date: dateAt(day),
  close: `${100 + day}.5`,
  totalReturn: day === 0 ? null : '0.000123456789',
});
const recorded = (symbol: string, from: number, count: number) =>
  newEvent('DailyReturnsRecorded', {
    symbol,
    days: Array.from({ length: count }, (_, day) => dayAt(from + day)),
  });
const append = async (stream: string, ...events: ReturnType<typeof newEvent>[]) => {
  const { position } = await service.eventStore.append(stream, events, { expectedRevision: 'any' });
  return position.commit.toString();
};
const read = async <T>(path: string, after = '0'): Promise<T> => {
  const answer = await service.getFresh(path, { 'read-after': after });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};

interface Page {
  readonly symbol: string;
  readonly returns: readonly { readonly date: string; readonly total_return: string | null }[];
  readonly next: string | null;
}

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const H = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The root that an event's inclusion path leads to (RFC 6962). */
const rootOf = (leaf: Buffer, index: number, size: number, path: readonly Buffer[]): string => {
  let [node, at, last] = [leaf, index, size - 1];
  for (const sibling of path) {
    const fromLeft = at % 2 === 1 || at === last;
    node = fromLeft ? H(Buffer.of(1), sibling, node) : H(Buffer.of(1), node, sibling);
    while (fromLeft && at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return node.toString('hex');
};

/** The records of a page, after verifying each against the published head. */
const proven = ({ events, nodes, head }: PriceProof) =>
  events.map(({ record, private_hash, index, path }) => {
    const leaf = H(Buffer.of(0), H(Buffer.from(record)), bytes(private_hash));
    const siblings = path.map((node) => bytes(nodes[node] ?? ''));
    expect(rootOf(leaf, index ?? -1, head.count, siblings)).toBe(head.root);
    return JSON.parse(record) as { stream: string; revision: string; data: { days: unknown[] } };
  });

describe('the recorded returns of a symbol', () => {
  it('are served page after page, each day once, and from any day on', async () => {
    const position = await append(
      'instrument-LONG',
      ...[0, 1, 2, 3].map((part) => recorded('LONG', part * 200, 200)),
    );
    const days: string[] = [];
    let next: string | null = '';
    let pages = 0;
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${next}`;
      const page: Page = await read(`/api/get_returns/?symbol=long${after}`, position);
      expect(page.returns.length).toBeLessThanOrEqual(500);
      days.push(...page.returns.map(({ date }) => date));
      next = page.next;
      pages += 1;
    }
    expect(days).toEqual(Array.from({ length: 800 }, (_, day) => dateAt(day)));
    expect(pages).toBe(2);
    const { returns } = await read<Page>(`/api/get_returns/?symbol=LONG&after=${dateAt(797)}`);
    expect(returns).toEqual([
      { date: dateAt(798), total_return: '0.000123456789' },
      { date: dateAt(799), total_return: '0.000123456789' },
    ]);
  });

  it('are not there for a symbol that was never priced, and no other text is taken for one', async () => {
    expect((await service.get('/api/get_returns/?symbol=NOPE')).status).toBe(404);
    expect((await service.get('/api/get_returns/?symbol=a%20b')).status).toBe(400);
    expect((await service.get('/api/get_returns/?symbol=LONG&after=yesterday')).status).toBe(400);
  });
});

describe('the proof of prices', () => {
  it('leads from each event of a symbol, as it stands in the log, to the published head', async () => {
    const position = await append('instrument-BTC_USD', recorded('BTC/USD', 0, 2), recorded('BTC/USD', 2, 1));
    const proof = await read<PriceProof>('/api/get_price_proof/?symbol=BTC/USD', position);
    expect(proven(proof).map(({ stream, revision, data }) => [stream, revision, data.days])).toEqual([
      ['instrument-BTC_USD', '0', [dayAt(0), dayAt(1)]],
      ['instrument-BTC_USD', '1', [dayAt(2)]],
    ]);
    expect(proof).toMatchObject({ waiting: 0, next: null });
  });

  it('has pages of a fixed size, and none of them leaves an event out', async () => {
    const count = pricesOfPage + 3;
    const position = await append(
      'instrument-MANY',
      ...Array.from({ length: count }, (_, day) => recorded('MANY', day, 1)),
    );
    const first = await read<PriceProof>('/api/get_price_proof/?symbol=MANY', position);
    expect(first.next).toBe(String(pricesOfPage));
    const second = await read<PriceProof>(`/api/get_price_proof/?symbol=MANY&from=${first.next}`, position);
    expect(second.next).toBeNull();
    const revisions = [...proven(first), ...proven(second)].map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: count }, (_, at) => String(at)));
  });

  it('shows which sessions are complete when no symbol is given', async () => {
    const position = await append(
      'market-us',
      newEvent('SessionPricesCompleted.v3', { date: dateAt(1), symbols: 2, missing: [] }),
    );
    const proof = await read<PriceProof>('/api/get_price_proof/', position);
    expect(proven(proof)).toMatchObject([{ stream: 'market-us', data: { date: dateAt(1) } }]);
  });

  it('shows only what is public, and not who recorded it', async () => {
    const text = JSON.stringify(await read('/api/get_price_proof/?symbol=BTC/USD'));
    expect(text).not.toContain('a-spec');
    expect((await service.get('/api/get_price_proof/?symbol=NOPE')).status).toBe(404);
    expect((await service.get('/api/get_price_proof/?symbol=MANY&from=-1')).status).toBe(400);
    expect(calls.getPriceProof.access).toBe('public');
  });
});
