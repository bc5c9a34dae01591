import { type AssetDirectory, BrokerError } from '@groundswell/broker';
import { calls, type Refusal, type ResponseOf, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { assetsToken } from '../shared/tokens.js';

/** Assets the broker trades, for a curator searching for a ticker. */
@Controller()
export class AssetEndpoints {
  constructor(@Inject(assetsToken) private readonly assets: Pick<AssetDirectory, 'search'>) {}

  @Serves(calls.findAssets)
  async find(
    { query }: CallInput<typeof calls.findAssets>,
    exchange: Exchange,
  ): Promise<ResponseOf<typeof calls.findAssets> | Refusal> {
    try {
      const found = await this.assets.search(query.search);
      exchange.setHeader('cache-control', 'private, max-age=300');
      return found.map(({ symbol, name, assetClass }) => ({
        id: symbol,
        name: `${name} (${symbol})`,
        symbol,
        company_name: name,
        asset_class: assetClass === 'crypto' ? 'crypto' : 'us_equity',
      }));
    } catch (fault) {
      if (!(fault instanceof BrokerError)) throw fault;
      return refuse('Unavailable', 'We can’t reach the broker’s list of tickers. Try again in a moment.');
    }
  }
}
