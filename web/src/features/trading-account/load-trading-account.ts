import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { newYorkDay } from '../../components/figures/format.js';
import { draftSaved } from './draft-saves.js';

/** The account's status, its draft or sent application, whether a bank is linked, and the present day. */
export const loadTradingAccount = () => ({
  account: arriving(query('getTradingAccount')),
  draft: arriving(draftSaved().then(() => query('getApplicationDraft'))),
  links: arriving(query('getAchMethods')),
  today: newYorkDay(new Date()),
});
export type TradingAccountData = ReturnType<typeof loadTradingAccount>;
