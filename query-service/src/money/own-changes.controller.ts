import { cashCalls, type Refusal } from '@groundswell/contracts';
import {
  type CallInput,
  type Exchange,
  type SerialisedAnswer,
  Serves,
  signedIn,
} from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { EventStreams } from '../shared/event-streams.js';
import type { PlaceLimits } from '../shared/places.js';
import { OwnChanges } from './own-changes.js';

/** One per open page, across all of a person's devices. */
export const ownStreams: PlaceLimits = { ofOne: 20, all: 2_000 };

@Controller()
export class OwnChangesController {
  readonly #streams = new EventStreams(ownStreams);

  constructor(@Inject(OwnChanges) private readonly changes: OwnChanges) {}

  @Serves(cashCalls.liveOwn)
  liveOwn(_input: CallInput<typeof cashCalls.liveOwn>, exchange: Exchange): SerialisedAnswer | Refusal {
    const user = signedIn(exchange);
    const messages = this.changes.messages(user, exchange.header('last-event-id'));
    return this.#streams.answer(messages, exchange, user.id);
  }

  beforeApplicationShutdown(): void {
    this.#streams.end();
  }
}
