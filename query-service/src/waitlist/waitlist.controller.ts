import { waitlistCalls } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { waitlistDemand } from '@groundswell/projections';
import { Controller, Inject } from '@nestjs/common';
import { type Answer, Answers } from '../shared/answers.js';

/** Demand on the waitlist; staff only. */
@Controller()
export class WaitlistController {
  constructor(@Inject(Answers) private readonly answers: Answers) {}

  @Serves(waitlistCalls.getWaitlistDemand)
  demand(_input: CallInput<typeof waitlistCalls.getWaitlistDemand>, exchange: Exchange): Answer {
    const load = async (sql: Sql) => ({
      people: await waitlistDemand.queries.people(sql),
      concepts: await waitlistDemand.queries.concepts(sql),
      days: await waitlistDemand.queries.days(sql),
    });
    const call = waitlistCalls.getWaitlistDemand;
    return this.answers.answer({ call, models: [waitlistDemand], load }, exchange);
  }
}
