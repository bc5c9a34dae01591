import { operationsCalls, type Refusal, type ResponseOf, refuse } from '@groundswell/contracts';
import { isConnectionLoss } from '@groundswell/platform/database';
import { EventStoreError } from '@groundswell/platform/event-store';
import { Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { standingToken } from '../shared/tokens.js';

export type Standing = ResponseOf<typeof operationsCalls.getStanding>;
/** Says how the instance is doing; `Unavailable` where nobody can know. */
export type AskStanding = () => Promise<Standing | Refusal>;
export const standingUnknown: AskStanding = async () => refuse('Unavailable');

/** How the instance itself is doing, for staff. Changes all the time, so that nothing of it is kept. */
@Controller()
export class OperationsController {
  constructor(@Inject(standingToken) private readonly ask: AskStanding) {}

  @Serves(operationsCalls.getStanding)
  async standing(): Promise<Standing | Refusal> {
    try {
      return await this.ask();
    } catch (error) {
      if (error instanceof EventStoreError || isConnectionLoss(error)) return refuse('Unavailable');
      throw error;
    }
  }
}
