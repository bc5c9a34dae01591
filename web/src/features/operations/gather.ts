import type { Answered } from '../../api/client.js';
import type { ResponseFor } from '../../api/endpoints.js';

export type Standing = ResponseFor<'getStanding'>;

/** What is shown; null for what could not be loaded. */
export interface Operations {
  readonly standing: Standing | null;
  readonly jobs: ResponseFor<'getParkedJobs'>['jobs'] | null;
  readonly differences: ResponseFor<'getCashDifferences'>['differences'] | null;
}

interface Answers {
  readonly standing: Promise<Answered<Standing>>;
  readonly jobs: Promise<Answered<ResponseFor<'getParkedJobs'>>>;
  readonly differences: Promise<Answered<ResponseFor<'getCashDifferences'>>>;
}

/** Whatever answers is shown, whoever else does not. @throws the first failure when nobody answers */
export const gather = async (answers: Answers): Promise<Answered<Operations>> => {
  const [standing, jobs, differences] = await Promise.allSettled([
    answers.standing,
    answers.jobs,
    answers.differences,
  ]);
  if (standing.status === 'rejected' && jobs.status === 'rejected' && differences.status === 'rejected')
    throw standing.reason;
  return {
    data: {
      standing: standing.status === 'fulfilled' ? standing.value.data : null,
      jobs: jobs.status === 'fulfilled' ? jobs.value.data.jobs : null,
      differences: differences.status === 'fulfilled' ? differences.value.data.differences : null,
    },
    stale: false,
    position: null,
  };
};
