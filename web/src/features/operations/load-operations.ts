import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** How the house is doing, what waits for a decision, and where the broker disagrees. */
export const loadOperations = () => ({
  operations: arriving(
    Promise.all([query('getStanding'), query('getParkedJobs'), query('getCashDifferences')]).then(
      ([standing, jobs, differences]) => ({
        data: {
          ...standing.data,
          jobs: jobs.data.jobs,
          differences: differences.data.differences,
        },
        stale: false,
        position: null,
      }),
    ),
  ),
});
export type OperationsData = ReturnType<typeof loadOperations>;
export type Operations = Awaited<OperationsData['operations']>['data'];
