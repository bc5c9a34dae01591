import type { AnyEvent, Refusal } from '@groundswell/contracts';
import {
  type Asked,
  type Done,
  dispatch,
  type EventStore,
  type Loading,
  remembering,
} from '@groundswell/platform/event-store';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { eventStoreToken } from './tokens.js';

/** The only command class: every command of every area is data in it, so a new one needs no class. */
export class Dispatch<State = unknown, E extends AnyEvent = AnyEvent> extends Command<Done | Refusal> {
  constructor(readonly asked: Asked<State, E>) {
    super();
  }
}

@CommandHandler(Dispatch)
export class DispatchHandler implements ICommandHandler<Dispatch> {
  private readonly loading: Loading;

  constructor(@Inject(eventStoreToken) private readonly eventStore: EventStore) {
    this.loading = remembering(eventStore).load;
  }

  execute({ asked }: Dispatch): Promise<Done | Refusal> {
    return dispatch(this.eventStore, asked, this.loading);
  }
}
