import { serviceCalls } from '@groundswell/contracts';
import { type CallInput, type Exchange, type SerialisedAnswer, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { EventStreams } from '../shared/event-streams.js';
import { LiveChanges } from './live-changes.js';

@Controller()
export class LiveController {
  readonly #streams = new EventStreams();

  constructor(@Inject(LiveChanges) private readonly changes: LiveChanges) {}

  @Serves(serviceCalls.live)
  live(_input: CallInput<typeof serviceCalls.live>, exchange: Exchange): SerialisedAnswer {
    return this.#streams.answer(this.changes.messages(exchange.header('last-event-id')), exchange);
  }

  beforeApplicationShutdown(): void {
    this.#streams.end();
  }
}
