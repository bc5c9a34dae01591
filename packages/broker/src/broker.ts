import { z } from 'zod';
import { Accounts } from './accounts/accounts.js';
import { BankLinks } from './bank-links/bank-links.js';
import { BrokerError } from './broker-error.js';
import { Connection, type ConnectionOptions } from './connection.js';
import { BrokerEvents } from './events/events.js';
import { Transfers } from './transfers/transfers.js';

// Classes, exchanges and statuses grow without notice: any text is accepted, and only known ones are acted
// on.
const assetSchema = z
  .object({
    id: z.string(),
    class: z.string(),
    exchange: z.string(),
    symbol: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    tradable: z.boolean(),
    fractionable: z.boolean().nullish(),
  })
  .transform(({ class: assetClass, name, fractionable, ...asset }) => ({
    ...asset,
    assetClass,
    name: name ?? asset.symbol,
    fractionable: fractionable ?? false,
  }));

/** Something that can be traded. `assetClass` is `us_equity` or `crypto`; `status` is `active` or `inactive`. */
export type Asset = z.output<typeof assetSchema>;

const sessionSchema = z.object({ date: z.string().length(10), open: z.string(), close: z.string() });

/** A day of US stock trading; `open` and `close` are `HH:MM` in New York. */
export type Session = z.output<typeof sessionSchema>;

const clockSchema = z
  .object({ timestamp: z.string(), is_open: z.boolean(), next_open: z.string(), next_close: z.string() })
  .transform(({ timestamp, is_open, next_open, next_close }) => ({
    now: new Date(timestamp),
    isOpen: is_open,
    nextOpen: new Date(next_open),
    nextClose: new Date(next_close),
  }));
export type MarketClock = z.output<typeof clockSchema>;

/**
 * Alpaca's Broker API, as far as it is used: accounts, bank links, transfers and their events, assets, the
 * calendar of sessions and the market's clock. One rate limit covers all of it, so use one instance.
 */
export class Broker {
  readonly accounts: Accounts;
  readonly bankLinks: BankLinks;
  readonly transfers: Transfers;
  readonly events: BrokerEvents;
  private readonly connection: Connection;

  constructor(options: ConnectionOptions) {
    this.connection = new Connection(options);
    this.accounts = new Accounts(this.connection);
    this.bankLinks = new BankLinks(this.connection);
    this.transfers = new Transfers(this.connection);
    this.events = new BrokerEvents(this.connection);
  }

  /** All active assets of a class. @throws BrokerError */
  assets(assetClass: 'us_equity' | 'crypto', signal?: AbortSignal): Promise<Asset[]> {
    const query = { asset_class: assetClass, status: 'active' };
    return this.connection.get('/v1/assets', { query, schema: z.array(assetSchema), signal });
  }

  /** One asset by its symbol, undefined when the broker knows none. @throws BrokerError */
  async asset(symbol: string, signal?: AbortSignal): Promise<Asset | undefined> {
    try {
      const path = `/v1/assets/${encodeURIComponent(symbol)}`;
      return await this.connection.get(path, { schema: assetSchema, signal });
    } catch (error) {
      if (error instanceof BrokerError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Sessions from one date to another, both included, in rising order. @throws BrokerError */
  calendar(start: string, end: string, signal?: AbortSignal): Promise<Session[]> {
    return this.connection.get('/v1/calendar', {
      query: { start, end },
      schema: z.array(sessionSchema),
      signal,
    });
  }

  /** @throws BrokerError */
  clock(signal?: AbortSignal): Promise<MarketClock> {
    return this.connection.get('/v1/clock', { schema: clockSchema, signal });
  }
}
