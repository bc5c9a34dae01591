import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { gather } from './gather.js';

/** How the instance is doing, what waits for a decision, and where the broker disagrees. */
export const loadOperations = () => ({
  operations: arriving(
    gather({
      status: query('getStatus'),
      jobs: query('getParkedJobs'),
      differences: query('getCashDifferences'),
    }),
  ),
});
export type OperationsData = ReturnType<typeof loadOperations>;
