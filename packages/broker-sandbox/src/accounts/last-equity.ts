import type { Bank } from '../bank/bank.js';
import { textOfCents } from '../cash/cents.js';
import type { Account } from './account.js';

/** Its cash when the market closed last. */
export const lastEquityOf = (bank: Bank, account: Account): string =>
  textOfCents(bank.cashOf(account.id).atLastClose);
