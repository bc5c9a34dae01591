import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** How far the account is, what was typed into an application or sent with it, and whether a bank is linked to it. */
export const loadTradingAccount = () => ({
  account: arriving(query('getTradingAccount')),
  draft: arriving(query('getApplicationDraft')),
  links: arriving(query('getAchMethods')),
});
export type TradingAccountData = ReturnType<typeof loadTradingAccount>;
