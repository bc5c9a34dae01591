import { describe, expect, it } from 'vitest';
import { AssetDirectory } from './asset-directory.js';
import type { Asset } from './broker.js';

const asset = (symbol: string, name: string, assetClass = 'us_equity'): Asset => ({
  assetClass,
  symbol,
  name,
  tradable: true,
});
const equities = [
  asset('ETN', 'Eaton Corporation'),
  asset('EAT', 'Brinker International'),
  asset('PWR', 'Quanta Services'),
];
const coins = [
  asset('BTC/USD', 'Bitcoin', 'crypto'),
  asset('ETH/BTC', 'Ethereum', 'crypto'),
  asset('ETH/USD', 'Ethereum', 'crypto'),
  asset('ETH/USDC', 'Ethereum', 'crypto'),
];

const directory = () => {
  const asked = { times: 0, away: false, silent: false, now: 0 };
  const assets = async (assetClass: string) => {
    asked.times += 1;
    if (asked.away) throw new Error('away');
    if (asked.silent) return new Promise<Asset[]>(() => undefined);
    return assetClass === 'crypto' ? coins : equities;
  };
  return { asked, directory: new AssetDirectory({ broker: { assets }, now: () => new Date(asked.now) }) };
};

describe('the directory of assets', () => {
  it('finds equities and crypto by their symbol', async () => {
    const { directory: assets } = directory();
    expect((await assets.find('PWR'))?.name).toBe('Quanta Services');
    expect((await assets.find('BTC/USD'))?.assetClass).toBe('crypto');
    expect(await assets.find('NOPE')).toBeUndefined();
  });

  it('has pairs in dollars only, since all prices count as dollars', async () => {
    const { directory: assets } = directory();
    expect((await assets.search('eth')).map(({ symbol }) => symbol)).toEqual(['ETH/USD']);
    expect(await assets.find('ETH/BTC')).toBeUndefined();
    expect(await assets.find('ETH/USDC')).toBeUndefined();
  });

  it('puts the ticker before the company, whatever the case', async () => {
    const { directory: assets } = directory();
    expect((await assets.search('eat')).map(({ symbol }) => symbol)).toEqual(['EAT', 'ETN']);
    expect((await assets.search('brin')).map(({ symbol }) => symbol)).toEqual(['EAT']);
    expect((await assets.search('ea')).map(({ symbol }) => symbol)).toEqual(['EAT', 'ETN']);
    expect((await assets.search('services')).map(({ symbol }) => symbol)).toEqual(['PWR']);
  });

  it('offers what can be traded, also where the closest matches cannot', async () => {
    const delisted = Array.from({ length: 30 }, (_, index) => ({
      ...asset(`EA${index}`, 'Eastern'),
      tradable: false,
    }));
    const broker = { assets: async () => [...delisted, ...equities] };
    const assets = new AssetDirectory({ broker, now: () => new Date(0) });
    expect((await assets.search('ea')).map(({ symbol }) => symbol)).toEqual(['EAT', 'ETN']);
    expect((await assets.find('EA7'))?.tradable).toBe(false);
  });

  it('asks the broker once for many readers, and again after a quarter of an hour', async () => {
    const { asked, directory: assets } = directory();
    await Promise.all([assets.find('ETN'), assets.find('PWR'), assets.search('e')]);
    expect(asked.times).toBe(2);
    asked.now = 15 * 60 * 1_000;
    await assets.find('ETN');
    expect(asked.times).toBe(4);
  });

  it('makes no one wait for a silent broker once it has a list', async () => {
    const { asked, directory: assets } = directory();
    await assets.find('ETN');
    asked.silent = true;
    asked.now = 16 * 60 * 1_000;
    expect((await assets.find('ETN'))?.symbol).toBe('ETN');
    expect(await assets.search('services')).toHaveLength(1);
  });

  it('does not ask an unavailable broker again for a minute, and then gets its new list', async () => {
    const { asked, directory: assets } = directory();
    await assets.find('ETN');
    asked.away = true;
    asked.now = 15 * 60 * 1_000;
    for (const symbol of ['ETN', 'PWR']) await assets.find(symbol);
    expect(asked.times).toBe(4);
    asked.away = false;
    asked.now += 60 * 1_000;
    await assets.find('ETN');
    expect(asked.times).toBe(6);
  });

  it('keeps its list while the broker is unavailable, and says so when it has none', async () => {
    const { asked, directory: assets } = directory();
    await assets.find('ETN');
    asked.away = true;
    asked.now = 60 * 60 * 1_000;
    expect((await assets.find('ETN'))?.symbol).toBe('ETN');
    const none = directory();
    none.asked.away = true;
    await expect(none.directory.find('ETN')).rejects.toThrow('away');
  });
});
