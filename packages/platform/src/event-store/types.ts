import type { AnyEvent, DomainEvent, EventMetadata, StreamCategory } from '@groundswell/contracts';

/** A place in the log of everything. Opaque and sparse: compare it, store it, never compute with it. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Revision of a stream's last event (the first is 0n), or `no_stream`. */
export type StreamRevision = bigint | 'no_stream';

/** `any` gives up the guard against concurrent writers: never use it where money or a rule is at stake. */
export type ExpectedRevision = StreamRevision | 'any';

/** An event on its way in. Its id derives from the command, so that a repeated append is recognised. */
export interface NewEvent<E extends DomainEvent = AnyEvent> {
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** What the store adds to an event. */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly metadata: EventMetadata;
  readonly recordedAt: Date;
}

/** An event out of the store, upcast to its newest shape. Narrow it by `type`. */
export type RecordedEvent<E extends DomainEvent = AnyEvent> = E &
  Recorded & {
    /** Stored type and data; absent where upcasting changed nothing. */
    readonly asStored?: DomainEvent;
  };

/** An event exactly as stored: never upcast, and present even if no reader can decode it. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly recordedAt: Date;
  /**
   * The parsed JSON; the text itself where it does not parse, and bytes for events of another content type.
   */
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Position of the last event appended (what a reader waits for), and the stream's revision after it. */
export interface Appended {
  readonly position: Position;
  readonly revision: bigint;
}

export interface StreamRead<E extends DomainEvent = AnyEvent> {
  readonly events: readonly RecordedEvent<E>[];
  readonly revision: StreamRevision;
}

/** Events in log order, and the position up to which no other event matches. */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
  /** By what to recognize the log later; for readers that gave theirs. */
  readonly mark?: LogMark | undefined;
}

/** Id of a log's first event: what tells one log from another. Later events and moved copies do not change it. */
export type LogId = string;

/** An event that a reader has seen, and where it stood. */
export interface SeenEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
}

/** By what a reader recognizes the log that it has read. */
export interface LogMark {
  /** Undefined before the first event, and for a place that was written before logs had identities. */
  readonly log: LogId | undefined;
  /** An event at or before the reader's position, with no matching event in between. */
  readonly seen: SeenEvent | undefined;
}

/** A reader's place in a log. */
export interface LogPlace extends LogMark {
  /** Everything up to here was read; it may lie between events. */
  readonly position: Position | undefined;
}

/**
 * - `same`: the log continues from the place.
 * - `restored`: the same log in an older state: it has lost what the place has seen, and may have grown again since.
 * - `empty`: no event at all, although the place was in a log.
 * - `other`: another log. Positions of one mean nothing in the other.
 */
export type LogComparison = 'same' | 'restored' | 'empty' | 'other';

export interface ReadAllOptions {
  /** Exclusive; from the start when left out. */
  readonly after?: Position | undefined;
  /** What the log must be recognized by before anything is read. Left out, it must reach as far as `after`. */
  readonly mark?: LogMark | undefined;
  /** Inclusive; to the head as it is on arrival when left out. */
  readonly until?: Position | undefined;
  readonly categories?: readonly StreamCategory[] | undefined;
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
}

export interface SubscribeOptions {
  /** For logs: who is listening. */
  readonly name: string;
  /** Exclusive; from the start when left out. */
  readonly after?: Position | undefined;
  /** What the log must be recognized by, at each connection. Left out, it must reach as far as `after`. */
  readonly mark?: LogMark | undefined;
  /** Only streams of these categories. Positions still move past all others. */
  readonly categories: readonly StreamCategory[];
  /** Events in a batch at most; a batch is smaller when no more are waiting. */
  readonly batchSize?: number;
  /** Called with one batch at a time, in order. `events` may be empty: then only the position has moved. */
  readonly onBatch: (batch: EventBatch) => Promise<void>;
  /** Everything there was has been handled; again after each reconnection. No batch comes before it is done. */
  readonly onCaughtUp?: () => void | Promise<void>;
  /** The connection was lost, and is being opened again. */
  readonly onDisconnected?: (cause: Error) => void;
  readonly signal: AbortSignal;
  /** Milliseconds of silence after which the head of the log is compared with our position. */
  readonly livenessInterval?: number;
}

/** Events of a stream from a revision on, `limit` at most. */
export interface StreamPart {
  readonly from: bigint;
  readonly limit: number;
}

export interface EventStore {
  /**
   * Appends all or none. Retries with the same ids while the store is unreachable, as long as that is safe
   * (an exact expected revision) and time allows.
   * @throws WrongExpectedRevision, AppendOutcomeUnknown, EventStoreUnavailable, InvalidEvent, AppendTooLarge,
   * OtherLog
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expectedRevision: ExpectedRevision },
  ): Promise<Appended>;
  /**
   * All events of a stream, or those from a revision on.
   * @throws EventStoreUnavailable, EventStoreTimeout, UnreadableEvent
   */
  readStream<E extends DomainEvent = AnyEvent>(stream: string, from?: bigint): Promise<StreamRead<E>>;
  /** The log in batches, up to a position or to the head; a lost connection is resumed. */
  readAll(options?: ReadAllOptions): AsyncIterable<EventBatch>;
  /** A stream, or a part of it, as it is stored, to be checked: nothing is upcast, and nothing is refused. */
  readStoredStream(stream: string, part?: StreamPart): Promise<readonly StoredEvent[]>;
  /**
   * The log as it is stored, from an event's position on, that event included, or from its start, to its head, in batches.
   * Only streams of the product; a lost connection ends it.
   */
  readStoredLog(from?: Position): AsyncIterable<readonly StoredEvent[]>;
  /** Position of the last event of the log, of any kind; undefined when it is empty. */
  head(): Promise<Position | undefined>;
  /**
   * Makes sure that the log is the expected one; immediate while the connection is open on which that was
   * found.
   * @throws OtherLog, EventStoreUnavailable, EventStoreTimeout
   */
  expectLog(): Promise<void>;
  /** The log's identity, read from the store each time. Undefined while it holds no event of the product. */
  identity(): Promise<LogId | undefined>;
  /**
   * For each place, whether the log, as it is now, continues from there; false when it was restored to an older state.
   * @throws OtherLog when it is another log than one of them is in
   */
  goesOn(places: readonly LogPlace[]): Promise<boolean[]>;
  /**
   * Follows the log until the signal aborts, then resolves. Reconnects after losses. Rejects when `onBatch`
   * does, on an event that cannot be read, and with OtherLog or LogCutShort when the log is not the one of
   * the mark; resume from the position of the last batch handled.
   */
  subscribe(options: SubscribeOptions): Promise<void>;
  dispose(): Promise<void>;
}
