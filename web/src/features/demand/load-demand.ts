import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** The demand, and when it was loaded. */
export const loadDemand = () => ({ demand: arriving(query('getWaitlistDemand')), now: new Date() });
export type DemandData = ReturnType<typeof loadDemand>;
