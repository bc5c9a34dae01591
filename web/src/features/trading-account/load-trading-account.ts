import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** How far the account is, and what was typed into an application that is not sent yet. */
export const loadTradingAccount = () => ({
  account: arriving(query('getTradingAccount')),
  draft: arriving(query('getApplicationDraft')),
});
export type TradingAccountData = ReturnType<typeof loadTradingAccount>;
