import type { ResponseFor } from '../../api/endpoints.js';
import type { Answered } from '../../api/queries.js';

export type InstanceStatus = ResponseFor<'getStatus'>;

/** Data to show; null for what could not be loaded. */
export interface Operations {
  readonly status: InstanceStatus | null;
  readonly jobs: ResponseFor<'getParkedJobs'>['jobs'] | null;
  readonly differences: ResponseFor<'getCashDifferences'>['differences'] | null;
}

interface Answers {
  readonly status: Promise<Answered<InstanceStatus>>;
  readonly jobs: Promise<Answered<ResponseFor<'getParkedJobs'>>>;
  readonly differences: Promise<Answered<ResponseFor<'getCashDifferences'>>>;
}

/** Shows whatever could be loaded. @throws the first failure when nothing could */
export const gather = async (answers: Answers): Promise<Answered<Operations>> => {
  const [instance, jobs, differences] = await Promise.allSettled([
    answers.status,
    answers.jobs,
    answers.differences,
  ]);
  if (instance.status === 'rejected' && jobs.status === 'rejected' && differences.status === 'rejected')
    throw instance.reason;
  return {
    data: {
      status: instance.status === 'fulfilled' ? instance.value.data : null,
      jobs: jobs.status === 'fulfilled' ? jobs.value.data.jobs : null,
      differences: differences.status === 'fulfilled' ? differences.value.data.differences : null,
    },
    stale: false,
    position: null,
  };
};
