import { jobCalls } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { parkedJobs } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';

/** More than an operator can read. */
const mostShown = 500;

/** Jobs that wait for an operator; staff only. */
@Controller()
export class JobsController {
  constructor(@Inject(Answers) private readonly answers: Answers) {}

  @Serves(jobCalls.getParkedJobs)
  parkedJobs(_input: CallInput<typeof jobCalls.getParkedJobs>, exchange: Exchange): Answer {
    const load = async (sql: Sql) => {
      const jobs = await parkedJobs.queries.newest(sql, mostShown);
      return {
        jobs: jobs.map((job) => ({
          ...job,
          parked_at: job.parked_at.toISOString(),
          changed_at: job.changed_at.toISOString(),
        })),
      };
    };
    return this.answers.answer({ call: jobCalls.getParkedJobs, models: [parkedJobs], load }, exchange);
  }
}
