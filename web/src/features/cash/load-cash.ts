import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

export const loadCash = () => ({
  cash: arriving(query('getCashBalance')),
  activity: arriving(query('getCashActivity')),
});
export type CashData = ReturnType<typeof loadCash>;
