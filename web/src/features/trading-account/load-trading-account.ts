import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { newYorkDay } from '../../components/figures/format.js';

/** Not in the first script. */
const loadDraft = async () => (await import('./load-draft.js')).loadDraft();

/** The account's status, its draft or sent application, whether a bank is linked, and the present day. */
export const loadTradingAccount = () => ({
  account: arriving(query('getTradingAccount')),
  draft: arriving(loadDraft()),
  links: arriving(query('getAchMethods')),
  today: newYorkDay(new Date()),
});
export type TradingAccountData = ReturnType<typeof loadTradingAccount>;
