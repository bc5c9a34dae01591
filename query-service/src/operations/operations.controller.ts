import { operationsCalls, type Refusal, type ResponseOf, refuse } from '@groundswell/contracts';
import { isOutage } from '@groundswell/platform/database';
import { EventStoreError } from '@groundswell/platform/event-store';
import { Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { statusToken } from '../shared/tokens.js';

export type InstanceStatus = ResponseOf<typeof operationsCalls.getStatus>;
/** Returns the system's status; `Unavailable` if it cannot be determined. */
export type AskStatus = () => Promise<InstanceStatus | Refusal>;
export const statusUnknown: AskStatus = async () => refuse('Unavailable');

/** Status of the instance, for staff. Never cached, since it changes constantly. */
@Controller()
export class OperationsController {
  constructor(@Inject(statusToken) private readonly ask: AskStatus) {}

  @Serves(operationsCalls.getStatus)
  async status(): Promise<InstanceStatus | Refusal> {
    try {
      return await this.ask();
    } catch (error) {
      if (error instanceof EventStoreError || isOutage(error)) return refuse('Unavailable');
      throw error;
    }
  }
}
