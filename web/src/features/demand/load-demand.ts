import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** Who waits for what. */
export const loadDemand = () => ({ demand: arriving(query('getWaitlistDemand')) });
export type DemandData = ReturnType<typeof loadDemand>;
