import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** The bank links, and whether there is an account for them. */
export const loadBankLinks = () => ({
  links: arriving(query('getAchMethods')),
  account: arriving(query('getTradingAccount')),
});
export type BankLinksData = ReturnType<typeof loadBankLinks>;
