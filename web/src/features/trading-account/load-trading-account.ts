import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { newYorkDay } from '../../components/figures/format.js';

/** How far the account is, what was typed into an application or sent with it, whether a bank is linked to it, and on what day. */
export const loadTradingAccount = () => ({
  account: arriving(query('getTradingAccount')),
  draft: arriving(query('getApplicationDraft')),
  links: arriving(query('getAchMethods')),
  today: newYorkDay(new Date()),
});
export type TradingAccountData = ReturnType<typeof loadTradingAccount>;
