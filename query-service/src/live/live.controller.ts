import { type Refusal, serviceCalls } from '@groundswell/contracts';
import { type CallInput, type Exchange, type SerialisedAnswer, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { EventStreams } from '../shared/event-streams.js';
import type { PlaceLimits } from '../shared/places.js';
import { LiveChanges } from './live-changes.js';

/** Open to everyone, so readers are counted by network, which may be a whole office. */
export const publicStreams: PlaceLimits = { ofOne: 100, all: 2_000 };

@Controller()
export class LiveController {
  readonly #streams = new EventStreams(publicStreams);

  constructor(@Inject(LiveChanges) private readonly changes: LiveChanges) {}

  @Serves(serviceCalls.live)
  live(_input: CallInput<typeof serviceCalls.live>, exchange: Exchange): SerialisedAnswer | Refusal {
    const messages = this.changes.messages(exchange.header('last-event-id'));
    return this.#streams.answer(messages, exchange, exchange.network);
  }

  beforeApplicationShutdown(): void {
    this.#streams.end();
  }
}
