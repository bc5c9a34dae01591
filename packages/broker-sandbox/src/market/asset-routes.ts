import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../http/refusal.js';
import { bodyOfAsset, idOfAsset } from './asset.js';
import type { Instrument } from './instrument.js';
import type { Market } from './market.js';

const querySchema = z.object({
  status: z.enum(['active', 'inactive', 'all']).default('all'),
  asset_class: z.enum(['us_equity', 'crypto']).default('us_equity'),
  attributes: z.string().optional(),
});

const inOrder = (a: Instrument, b: Instrument): number =>
  a.exchange.localeCompare(b.exchange) || a.symbol.localeCompare(b.symbol);

/** The list of assets, and one of them by symbol or id. */
export const assetRoutes = (server: FastifyInstance, market: Market): void => {
  const byId = new Map(market.instruments.map((instrument) => [idOfAsset(instrument), instrument]));
  const sorted = [...market.instruments].sort(inOrder);

  server.get('/v1/assets', (request, reply) => {
    const query = querySchema.safeParse(request.query);
    if (!query.success) return refuse(reply, 422, 'invalid query parameter', 42210000);
    const { status, asset_class, attributes } = query.data;
    const wanted = attributes?.split(',') ?? [];
    return sorted
      .filter(({ crypto }) => crypto === (asset_class === 'crypto'))
      .map((instrument) => bodyOfAsset(instrument, market.isListed(instrument)))
      .filter((asset) => status === 'all' || asset.status === status)
      .filter(
        (asset) => wanted.length === 0 || asset.attributes.some((attribute) => wanted.includes(attribute)),
      );
  });

  // A wildcard, since the symbol of a coin holds a slash (`/v1/assets/BTC/USD` and `BTC%2FUSD` are both asked for).
  server.get<{ Params: { '*': string } }>('/v1/assets/*', (request, reply) => {
    const wanted = request.params['*'];
    const instrument = market.instrument(wanted) ?? byId.get(wanted);
    if (!instrument) return refuse(reply, 404, `asset not found for ${wanted}`, 40410000);
    return bodyOfAsset(instrument, market.isListed(instrument));
  });
};
