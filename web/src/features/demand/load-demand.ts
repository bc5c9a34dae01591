import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** Who waits for what, and when that was asked. */
export const loadDemand = () => ({ demand: arriving(query('getWaitlistDemand')), now: new Date() });
export type DemandData = ReturnType<typeof loadDemand>;
