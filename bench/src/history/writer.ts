import { type Actor, type AnyEvent, isRefusal, type Refusal } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import type { NewEvent, StreamRevision } from '@groundswell/platform/event-store';

/** What one request wrote to one stream. */
export interface Append {
  readonly stream: string;
  readonly expectedRevision: StreamRevision;
  readonly events: readonly NewEvent[];
}

export interface Cause {
  readonly actor: Actor;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly reason?: string | undefined;
}

type Outcome<E> = readonly E[] | Refusal;

/**
 * One stream and the state that its events fold into. Commands are decided as the command service decides them, and
 * what they come to is stamped as it is there.
 */
export class Stream<State, E extends AnyEvent> {
  #state: State;
  #revision: StreamRevision = 'no_stream';
  #commands = 0;

  constructor(
    readonly name: string,
    private readonly evolve: (state: State, event: E & { readonly metadata: NewEvent['metadata'] }) => State,
    initialState: State,
  ) {
    this.#state = initialState;
  }

  get state(): State {
    return this.#state;
  }

  /** An id that nothing else has. */
  nextId(): string {
    return derivedId(this.name, String(this.#commands));
  }

  /** Decides commands one after the other and appends what they come to at once; what is refused changes nothing. */
  request(cause: Cause, decisions: readonly ((state: State) => Outcome<E>)[]): Append | undefined {
    const events = decisions.flatMap((decide) => this.#decide(cause, decide));
    if (events.length === 0) return undefined;
    const expectedRevision = this.#revision;
    const length = expectedRevision === 'no_stream' ? 0n : expectedRevision + 1n;
    this.#revision = length + BigInt(events.length) - 1n;
    return { stream: this.name, expectedRevision, events };
  }

  #decide(cause: Cause, decide: (state: State) => Outcome<E>): NewEvent[] {
    const commandId = this.nextId();
    this.#commands += 1;
    const outcome = decide(this.#state);
    if (isRefusal(outcome)) return [];
    return outcome.map((event, index) => {
      const metadata: NewEvent['metadata'] = {
        actor: cause.actor,
        correlationId: commandId,
        causationId: commandId,
        schemaVersion: 1,
        occurredAt: cause.occurredAt,
        commandId,
        ...(cause.reason === undefined ? {} : { reason: cause.reason }),
      };
      this.#state = this.evolve(this.#state, { ...event, metadata });
      return { id: derivedId(commandId, String(index)), type: event.type, data: event.data, metadata };
    });
  }
}
