import { z } from 'zod';
import type { Connection } from '../connection.js';
import { type Account, accountSchema, accountWithEmailSchema } from './account.js';
import { type AccountApplication, bodyOfApplication, confidentialIn } from './application.js';
import { type TradingAccount, tradingAccountSchema } from './trading-account.js';

/** Accounts at the broker. */
export class Accounts {
  constructor(private readonly connection: Connection) {}

  /**
   * Applies for an account, once. When the outcome is unknown, `findByEmail` tells what became of it: the broker takes
   * an address only once, and refuses a second application with status 409.
   * @throws BrokerError
   */
  create(application: AccountApplication, signal?: AbortSignal): Promise<Account> {
    return this.connection.send('/v1/accounts', {
      method: 'POST',
      body: bodyOfApplication(application),
      confidential: confidentialIn(application),
      schema: accountSchema,
      signal,
    });
  }

  /** @throws BrokerError with status 401 also for an account that does not exist, or is not ours */
  get(accountId: string, signal?: AbortSignal): Promise<Account> {
    return this.connection.get(`/v1/accounts/${encodeURIComponent(accountId)}`, {
      schema: accountSchema,
      signal,
    });
  }

  /** The account that was opened with an address, undefined when there is none. @throws BrokerError */
  async findByEmail(address: string, signal?: AbortSignal): Promise<Account | undefined> {
    const found = await this.connection.get('/v1/accounts', {
      query: { query: address },
      schema: z.array(accountWithEmailSchema),
      signal,
    });
    const wanted = address.toLowerCase();
    const match = found.find(({ contact }) => contact?.email_address?.toLowerCase() === wanted);
    if (!match) return undefined;
    const { contact: _compared, ...account } = match;
    return account;
  }

  /** Cash, what of it may be withdrawn, and whether the account is blocked. @throws BrokerError */
  trading(accountId: string, signal?: AbortSignal): Promise<TradingAccount> {
    return this.connection.get(`/v1/trading/accounts/${encodeURIComponent(accountId)}/account`, {
      schema: tradingAccountSchema,
      signal,
    });
  }
}
