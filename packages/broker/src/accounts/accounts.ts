import { z } from 'zod';
import type { Connection } from '../connection.js';
import { about } from './about.js';
import { type Account, accountSchema, accountWithEmailSchema } from './account.js';
import { type AccountApplication, bodyOfApplication, confidentialIn } from './application.js';
import { type TradingAccount, tradingAccountSchema } from './trading-account.js';

/** An account, and the second of the broker's clock in which it was so. */
export type AccountAsOf = Account & { readonly asOf: Date };

/** @param ask makes a request, and reports when it was answered */
const dated = async <T>(
  ask: (onAnswer: (at: Date) => void) => Promise<T>,
): Promise<{ readonly value: T; readonly asOf: Date }> => {
  let asOf = new Date(0);
  const value = await ask((at) => {
    asOf = at;
  });
  return { value, asOf };
};

/** Accounts at the broker. */
export class Accounts {
  constructor(private readonly connection: Connection) {}

  /**
   * Applies for an account, once. When the outcome is unknown, `findByEmail` tells what became of it: the
   * broker accepts an address only once, and refuses a second application with status 409.
   * @throws BrokerError
   */
  async create(application: AccountApplication, signal?: AbortSignal): Promise<AccountAsOf> {
    const { value, asOf } = await dated((onAnswer) =>
      this.connection.send('/v1/accounts', {
        method: 'POST',
        body: bodyOfApplication(application),
        confidential: confidentialIn(application),
        schema: accountSchema,
        signal,
        onAnswer,
      }),
    );
    return { ...value, asOf };
  }

  /** @throws BrokerError with status 401 also for an account that does not exist, or is not ours */
  async get(accountId: string, signal?: AbortSignal): Promise<AccountAsOf> {
    const { value, asOf } = await dated((onAnswer) =>
      this.connection.get(`/v1/accounts/${encodeURIComponent(accountId)}`, {
        schema: accountSchema,
        signal,
        onAnswer,
      }),
    );
    return { ...about(value, value.id, accountId), asOf };
  }

  /** The account opened with an address, undefined when there is none. @throws BrokerError */
  async findByEmail(address: string, signal?: AbortSignal): Promise<AccountAsOf | undefined> {
    const { value: found, asOf } = await dated((onAnswer) =>
      this.connection.get('/v1/accounts', {
        query: { query: address },
        schema: z.array(accountWithEmailSchema),
        signal,
        onAnswer,
      }),
    );
    const wanted = address.toLowerCase();
    const match = found.find(({ contact }) => contact?.email_address?.toLowerCase() === wanted);
    if (!match) return undefined;
    const { contact: _compared, ...account } = match;
    return { ...account, asOf };
  }

  /** What an account holds in cash. @throws BrokerError */
  async trading(accountId: string, signal?: AbortSignal): Promise<TradingAccount> {
    const path = `/v1/trading/accounts/${encodeURIComponent(accountId)}/account`;
    const account = await this.connection.get(path, { schema: tradingAccountSchema, signal });
    return about(account, account.id, accountId);
  }
}
