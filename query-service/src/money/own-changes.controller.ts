import { cashCalls } from '@groundswell/contracts';
import {
  type CallInput,
  type Exchange,
  type SerialisedAnswer,
  Serves,
  signedIn,
} from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { EventStreams } from '../shared/event-streams.js';
import { OwnChanges } from './own-changes.js';

@Controller()
export class OwnChangesController {
  readonly #streams = new EventStreams();

  constructor(@Inject(OwnChanges) private readonly changes: OwnChanges) {}

  @Serves(cashCalls.liveOwn)
  liveOwn(_input: CallInput<typeof cashCalls.liveOwn>, exchange: Exchange): SerialisedAnswer {
    const messages = this.changes.messages(signedIn(exchange), exchange.header('last-event-id'));
    return this.#streams.answer(messages, exchange);
  }

  beforeApplicationShutdown(): void {
    this.#streams.end();
  }
}
