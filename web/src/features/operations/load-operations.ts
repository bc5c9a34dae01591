import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { gather } from './gather.js';

/** Health of the instance, pending decisions, and differences with the broker. */
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
