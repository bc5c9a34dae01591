import { type Day, newYorkInstant } from '@groundswell/domain/calendar';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '../http/refusal.js';
import { type Adjustment, adjustmentOf, type Bar } from './bars.js';
import type { Market } from './market.js';

const querySchema = z.object({
  symbols: z.string().min(1),
  timeframe: z.string(),
  start: z.string().optional(),
  end: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  adjustment: z.string().default('raw'),
  feed: z.enum(['sip', 'iex', 'otc', 'boats']).default('sip'),
  sort: z.enum(['asc', 'desc']).default('asc'),
  page_token: z.string().optional(),
});
type Query = z.infer<typeof querySchema>;

/** Where a page begins: the symbol, and how many of its bars were sent before. */
interface Place {
  readonly symbol: string;
  readonly sent: number;
}

const tokenOf = ({ symbol, sent }: Place): string => Buffer.from(`${symbol}|D|${sent}`).toString('base64url');

const placeOf = (token: string): Place | undefined => {
  const [symbol, frame, sent] = Buffer.from(token, 'base64url').toString('utf8').split('|');
  return symbol && frame === 'D' && /^\d+$/.test(sent ?? '') ? { symbol, sent: Number(sent) } : undefined;
};

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;

/** Bars are stamped with their first instant, so a bar is within bounds when that instant is. */
const boundOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  return wholeDay.test(text) || /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
};

interface Range {
  readonly from: Day;
  readonly until: Day;
}

/** First and last day whose bar starts within the bounds. A bound without a time means that whole day. */
const rangeOf = (query: Query, market: Market, crypto: boolean): Range | undefined => {
  const start = boundOf(query.start) ?? Math.floor(market.now() / 86_400_000) * 86_400_000;
  const end = boundOf(query.end) ?? market.now();
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined;
  const startsAt = (day: Day) => (crypto ? day * 86_400_000 : newYorkInstant(day, 0).getTime());
  const startDay = Math.floor(start / 86_400_000);
  const endDay = Math.floor(end / 86_400_000);
  const from = wholeDay.test(query.start ?? '') || startsAt(startDay) >= start ? startDay : startDay + 1;
  const until = wholeDay.test(query.end ?? '') || startsAt(endDay) <= end ? endDay : endDay - 1;
  return { from, until };
};

interface Wanted {
  readonly symbols: readonly string[];
  readonly range: Range;
  readonly adjustment: Adjustment;
  readonly place: Place | undefined;
}

/** One page: bars by symbol in the order of symbols and time, `limit` over all symbols together. */
const pageOf = (market: Market, query: Query, { symbols, range, adjustment, place }: Wanted) => {
  const bars: Record<string, Bar[]> = {};
  let left = query.limit;
  for (const symbol of symbols) {
    if (place && symbol < place.symbol) continue;
    const all = market.bars(symbol, range.from, range.until, adjustment);
    if (!all) continue;
    const sent = place?.symbol === symbol ? place.sent : 0;
    const take = Math.min(left, all.count - sent);
    if (take > 0) {
      bars[symbol] =
        query.sort === 'asc'
          ? all.slice(sent, sent + take)
          : all.slice(all.count - sent - take, all.count - sent).reverse();
      left -= take;
    }
    if (sent + take < all.count) return { bars, next_page_token: tokenOf({ symbol, sent: sent + take }) };
  }
  return { bars, next_page_token: null };
};

const wantedOf = (query: Query, market: Market, crypto: boolean): Wanted | string => {
  if (!['1Day', '1D', 'Day', 'D'].includes(query.timeframe)) return `invalid timeframe: ${query.timeframe}`;
  const adjustment = crypto ? { split: false, dividend: false } : adjustmentOf(query.adjustment);
  if (!adjustment) return `invalid adjustment: ${query.adjustment}`;
  const range = rangeOf(query, market, crypto);
  if (!range) return 'invalid start or end: use RFC-3339 or YYYY-MM-DD';
  const place = query.page_token === undefined ? undefined : placeOf(query.page_token);
  if (query.page_token !== undefined && !place) return 'invalid page_token';
  const symbols = [...new Set(query.symbols.split(',').map((symbol) => symbol.trim()))]
    .filter(Boolean)
    .sort();
  const wrong = symbols.find(
    (symbol) => !/^[A-Z0-9.]{1,12}(\/[A-Z]{3,4})?$/.test(symbol) || symbol.includes('/') !== crypto,
  );
  return wrong ? `invalid symbol: ${wrong}` : { symbols, range, adjustment, place };
};

/** Historical bars of stocks and of crypto. Of the time frames only whole days are kept here. */
export const barRoutes = (server: FastifyInstance, market: Market): void => {
  const answer = (given: unknown, reply: FastifyReply, crypto: boolean) => {
    const query = querySchema.safeParse(given);
    if (!query.success)
      return refuse(reply, 400, `invalid ${query.error.issues[0]?.path.join('.') ?? 'query'}`);
    const wanted = wantedOf(query.data, market, crypto);
    return typeof wanted === 'string' ? refuse(reply, 400, wanted) : pageOf(market, query.data, wanted);
  };
  server.get('/v2/stocks/bars', (request, reply) => answer(request.query, reply, false));
  server.get<{ Params: { loc: string } }>('/v1beta3/crypto/:loc/bars', (request, reply) =>
    ['us', 'us-1', 'us-2', 'eu-1', 'bs-1'].includes(request.params.loc)
      ? answer(request.query, reply, true)
      : refuse(reply, 400, 'invalid location'),
  );
};
