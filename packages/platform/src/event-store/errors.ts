import type { ExpectedRevision, LogId, StreamRevision } from './types.js';

/** Whatever the event store answers, callers see one of these. */
export abstract class EventStoreError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** Someone else wrote first. Load again, decide again. */
export class WrongExpectedRevision extends EventStoreError {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision | 'unknown',
    readonly actual: StreamRevision | 'unknown',
  ) {
    super(`${stream} is at revision ${actual}, not at ${expected}`);
  }
}

/** The store cannot be reached, or lets no one in. For an append: nothing was written. */
export class EventStoreUnavailable extends EventStoreError {
  /** @param reason a sentence with the cause and what to do */
  constructor(cause: unknown, reason = 'the event store cannot be reached') {
    super(reason, { cause });
  }
}

/** A read was not answered in time. */
export class EventStoreTimeout extends EventStoreError {
  constructor(readonly milliseconds: number) {
    super(`the event store did not answer within ${milliseconds} ms`);
  }
}

/** The append may or may not have been written. Only a repeat with the same event ids tells. */
export class AppendOutcomeUnknown extends EventStoreError {
  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`it is unknown whether the append to ${stream} was written`, { cause });
  }
}

/** The events of one append are together larger than the event store accepts; none was appended. */
export class AppendTooLarge extends EventStoreError {
  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`the append to ${stream} is larger than the event store takes`, { cause });
  }
}

/** The stream was permanently deleted: no one can read it or write to it any more. */
export class StreamDeleted extends EventStoreError {
  constructor(readonly stream: string) {
    super(`${stream} was permanently deleted`);
  }
}

/** An event does not have the shape that its catalogue entry demands; it was not appended. */
export class InvalidEvent extends EventStoreError {
  constructor(
    readonly type: string,
    reason: string,
  ) {
    super(`${type} cannot be appended: ${reason}`);
  }
}

/**
 * The log holds an event type that this program does not know: most likely it is older than the program that
 * wrote it.
 */
export class UnreadableEvent extends EventStoreError {
  constructor(
    readonly event: {
      readonly id: string;
      readonly type: string;
      readonly stream: string;
      readonly revision: bigint;
    },
    reason: string,
  ) {
    super(`${event.type} ${event.id} (${event.stream} at ${event.revision}) cannot be read: ${reason}`);
  }
}

/** The same log in an older state: it has lost what a reader has read, and may have grown again since. */
export class LogCutShort extends EventStoreError {
  constructor(
    read: bigint,
    /** Position of its last event at that moment; undefined when it was empty, or when no one has looked. */
    readonly end?: bigint,
  ) {
    const ending = end === undefined ? '' : ` (it ends at ${end})`;
    super(
      `position ${read} was read, but the log no longer holds what was read there${ending}: an older log was restored`,
    );
  }
}

/** What to do about another log, for people who read the error. */
const wayOn =
  'Nothing is read from it, written to it, or served. Connect the event store that holds the expected log, or continue from ' +
  'this one: npm run ops -- replay --from-this-log --reason="…" rebuilds everything from it and keeps the old hash chain ' +
  'aside. Two logs cannot be merged yet.';

/** Another log than the one that was read, or none: positions of one mean nothing in the other. */
export class OtherLog extends EventStoreError {
  /** @param found undefined when the event store holds no event of the product */
  constructor(
    readonly expected: LogId,
    readonly found: LogId | undefined,
  ) {
    const finding =
      found === undefined ? 'The event store is empty' : `The event store holds another log (${found})`;
    super(`${finding}; the log ${expected} is expected. ${wayOn}`);
  }
}

/** Any other answer of the store: a fault of this program or of the store's operator. */
export class EventStoreFault extends EventStoreError {
  constructor(cause: unknown) {
    super(
      `the event store refused: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
      {
        cause,
      },
    );
  }
}
