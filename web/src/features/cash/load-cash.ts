import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { pageAsked } from '../../shared/pages/page-asked.js';

/** What the address calls the page of activity. */
export const activityPage = 'activity_before';

/** The balance, and a page of activity. */
export const loadCash = (search: URLSearchParams) => ({
  cash: arriving(query('getCashBalance')),
  activity: arriving(query('getCashActivity', pageAsked(search, activityPage))),
});
export type CashData = ReturnType<typeof loadCash>;
