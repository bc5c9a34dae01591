import type { Asset, Broker } from './broker.js';

export interface AssetDirectoryOptions {
  readonly broker: Pick<Broker, 'assets'>;
  readonly now: () => Date;
}

/** Milliseconds: the broker's list changes a few times a day. */
const keptFor = 15 * 60 * 1_000;
/** Milliseconds until an unavailable broker is asked again. */
const leftAlone = 60 * 1_000;
const shown = 20;

interface Directory {
  readonly at: number;
  readonly bySymbol: ReadonlyMap<string, Asset>;
}

/** How well an asset answers a search: the lower the better; undefined when not at all. */
const rankOf = ({ symbol, name }: Asset, words: string): number | undefined => {
  const company = name.toUpperCase();
  if (symbol === words) return 0;
  if (symbol.startsWith(words)) return 1;
  if (company.startsWith(words)) return 2;
  if (company.includes(` ${words}`)) return 3;
  return undefined;
};

/** Prices count as dollars, so a pair in bitcoin or in a stablecoin cannot be held. */
const isPricedInDollars = ({ symbol }: Asset): boolean => !symbol.includes('/') || symbol.endsWith('/USD');

/**
 * Everything the broker trades for dollars, searched in memory. The list is refreshed in the background: the old one
 * keeps serving, since a ticker seldom disappears, and a curator should not have to wait.
 */
export class AssetDirectory {
  #directory: Directory | undefined;
  #reading: Promise<Directory> | undefined;
  #asked = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AssetDirectoryOptions) {}

  /** One asset by its symbol; undefined when the broker knows none. @throws BrokerError when no list was ever read */
  async find(symbol: string): Promise<Asset | undefined> {
    const { bySymbol } = await this.#current();
    return bySymbol.get(symbol);
  }

  /** Tradable assets whose ticker or company begins with the text, the closest first. @throws BrokerError as above */
  async search(letters: string): Promise<Asset[]> {
    const { bySymbol } = await this.#current();
    const words = letters.trim().toUpperCase();
    return [...bySymbol.values()]
      .flatMap((asset) => {
        const rank = asset.tradable ? rankOf(asset, words) : undefined;
        return rank === undefined ? [] : [{ asset, rank }];
      })
      .sort((one, other) => one.rank - other.rank || (one.asset.symbol < other.asset.symbol ? -1 : 1))
      .slice(0, shown)
      .map(({ asset }) => asset);
  }

  async #current(): Promise<Directory> {
    const known = this.#directory;
    if (!known) return this.#refreshed();
    const now = this.options.now().getTime();
    if (now - known.at >= keptFor && now - this.#asked >= leftAlone) this.#refreshed().catch(() => undefined);
    return known;
  }

  /** The next list; concurrent callers share one request. */
  #refreshed(): Promise<Directory> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<Directory> {
    const { broker, now } = this.options;
    this.#asked = now().getTime();
    const assets = await Promise.all([broker.assets('us_equity'), broker.assets('crypto')]);
    const directory = {
      at: now().getTime(),
      bySymbol: new Map(
        assets
          .flat()
          .filter(isPricedInDollars)
          .map((asset) => [asset.symbol, asset]),
      ),
    };
    this.#directory = directory;
    return directory;
  }
}
