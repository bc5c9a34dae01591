import type { AnyEvent, Refusal } from '@groundswell/contracts';
import { createTurns } from '@groundswell/platform';
import { type Asked, type Done, dispatch } from '@groundswell/platform/event-store';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SeenStreams } from './seen-streams.js';
import { seenStreamsToken } from './tokens.js';

/** The only command class: every command of every area is data in it, so a new one needs no class. */
export class Dispatch<State = unknown, E extends AnyEvent = AnyEvent> extends Command<Done | Refusal> {
  constructor(readonly asked: Asked<State, E>) {
    super();
  }
}

/** Milliseconds that a command waits for others on its stream. The event store may have stopped answering one of them. */
const longestTurn = 1_000;

@CommandHandler(Dispatch)
export class DispatchHandler implements ICommandHandler<Dispatch> {
  readonly #inTurn = createTurns(longestTurn);

  constructor(@Inject(seenStreamsToken) private readonly streams: SeenStreams) {}

  /**
   * Decides on the stream as last seen; the append verifies that it has not changed since. In turn, because commands that decide
   * on the same state would be sent to the store in vain, and again, until no one else had an append through.
   */
  execute({ asked }: Dispatch): Promise<Done | Refusal> {
    const { streams } = this;
    return this.#inTurn(asked.stream, () =>
      dispatch(streams, { ...asked, known: streams.recall(asked.stream, asked.folding) }, streams.load),
    );
  }
}
