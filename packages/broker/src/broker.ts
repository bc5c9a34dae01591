import { z } from 'zod';
import { Accounts } from './accounts/accounts.js';
import { BankLinks } from './bank-links/bank-links.js';
import { Connection, type ConnectionOptions } from './connection.js';
import { BrokerEvents } from './events/events.js';
import { Transfers } from './transfers/transfers.js';

// Classes grow without notice: any text is accepted, and only known ones are acted on.
const assetSchema = z
  .object({
    class: z.string(),
    symbol: z.string(),
    name: z.string().nullish(),
    tradable: z.boolean(),
  })
  .transform(({ class: assetClass, name, ...asset }) => ({
    ...asset,
    assetClass,
    name: name ?? asset.symbol,
  }));

/** Something that can be traded. `assetClass` is `us_equity` or `crypto`. */
export type Asset = z.output<typeof assetSchema>;

const sessionSchema = z.object({ date: z.string().length(10), open: z.string(), close: z.string() });

/** A day of US stock trading; `open` and `close` are `HH:MM` in New York. */
export type Session = z.output<typeof sessionSchema>;

const clockSchema = z
  .object({ timestamp: z.string() })
  .transform(({ timestamp }) => ({ now: new Date(timestamp) }));
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
