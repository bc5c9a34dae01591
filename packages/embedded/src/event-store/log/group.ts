import {
  eventTypes,
  type ProposedEvent,
  recordLength,
  type StoredEvent,
  tombstoneRevision,
} from '../domain/event.js';
import { type EarlierEvents, expectations, type Found, judge } from '../domain/expected-revision.js';
import type { Outcome } from '../domain/outcome.js';
import { isSoftDeleted, softDeletion, undeletion } from '../domain/stream-metadata.js';
import { baseStreamOf, isMetaStream, metaStreamOf } from '../domain/stream-name.js';
import { evolve, headOf, type StreamHead, type StreamState } from '../domain/stream-state.js';
import { idKey } from './recent-ids.js';

/** A client's request to write. */
export interface Wish {
  readonly kind: 'append' | 'soft delete' | 'tombstone';
  readonly stream: string;
  readonly expected: number;
  /** Empty for a deletion. */
  readonly events: readonly ProposedEvent[];
}

/** What the group knows of the committed log. */
export interface CommittedLog {
  readonly end: number;
  readonly stateOf: (base: string) => StreamState;
  readonly recent: (stream: string, id: string) => Found | undefined;
  readonly at: (stream: string, revision: number) => (Found & { readonly id: string }) | undefined;
}

export interface GroupContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A new 16-byte id, for events the server itself writes. */
  readonly newId: () => Buffer;
}

const nothing = Buffer.alloc(0);

/**
 * Requests that are decided one after another and then written together. Each sees the effects of those before it.
 */
export class Group {
  readonly events: StoredEvent[] = [];
  readonly states = new Map<string, StreamState>();
  readonly #byId = new Map<string, StoredEvent>();
  readonly #byRevision = new Map<string, StoredEvent>();
  /** Number of events already in `#byRevision`, which is filled lazily: few requests need it. */
  #placed = 0;

  #end: number;

  constructor(
    private readonly log: CommittedLog,
    private readonly context: GroupContext,
  ) {
    this.#end = log.end;
  }

  /**
   * Decides a request and adds its events. The outcome holds once the group is committed. Undefined for a
   * repeat of an append that was not committed yet when it came: like a real node, the store does not answer
   * it.
   * @param cameAt where the committed log ended when the request came
   */
  take(wish: Wish, cameAt: number): Outcome | undefined {
    const head = writableHead(wish.stream, this.#stateOf(wish.stream));
    if (wish.kind === 'soft delete' && !head.tombstoned && head.last < 0 && !head.hasMetadata) {
      return { kind: 'wrong expected revision', current: head.last };
    }
    const ids =
      wish.kind === 'append' ? wish.events.map(({ id }) => idKey(id)) : [idKey(this.context.newId())];
    const verdict = judge(head, wish.expected, ids, this.#earlier(wish.stream));
    switch (verdict.kind) {
      case 'stream deleted':
        return { kind: 'stream deleted' };
      case 'wrong expected revision':
        return { kind: 'wrong expected revision', current: head.last };
      case 'repeat':
        if (verdict.position > cameAt) return undefined;
        return { kind: 'written', revision: verdict.revision, position: verdict.position };
      case 'write':
        return this.#write(wish, head);
    }
  }

  #write(wish: Wish, head: StreamHead): Outcome {
    if (wish.kind === 'tombstone') {
      return written(this.#add(wish.stream, tombstoneRevision, this.#own(eventTypes.streamDeleted, nothing)));
    }
    if (wish.kind === 'soft delete') return written(this.#addMetadata(wish.stream, softDeletion));
    const before = this.#stateOf(wish.stream);
    let last: StoredEvent | undefined;
    for (const event of wish.events) {
      last = this.#add(wish.stream, (last?.revision ?? head.last) + 1, event);
    }
    if (last === undefined) return { kind: 'nothing to write', revision: head.last };
    if (isSoftDeleted(before.metadata)) this.#undelete(wish.stream, before);
    return written(last);
  }

  /** Writing events or metadata to a soft-deleted stream restores it; its earlier events stay gone. */
  #undelete(stream: string, before: StreamState): void {
    const current = isMetaStream(stream) ? (this.events.at(-1)?.data ?? nothing) : before.written;
    this.#addMetadata(baseStreamOf(stream), undeletion(current, before.last + 1));
  }

  #addMetadata(stream: string, json: Buffer): StoredEvent {
    const revision = this.#stateOf(stream).lastMetadata + 1;
    return this.#add(metaStreamOf(stream), revision, this.#own(eventTypes.metadata, json));
  }

  #own(type: string, data: Buffer): ProposedEvent {
    return { id: this.context.newId(), type, json: true, data, metadata: nothing };
  }

  #add(stream: string, revision: number, proposed: ProposedEvent): StoredEvent {
    this.#end += recordLength(stream, proposed);
    const event: StoredEvent = {
      position: this.#end,
      stream,
      revision,
      id: proposed.id,
      type: proposed.type,
      json: proposed.json,
      created: this.context.now,
      data: proposed.data,
      metadata: proposed.metadata,
    };
    this.events.push(event);
    this.#byId.set(idKey(event.id), event);
    const base = baseStreamOf(stream);
    this.states.set(base, evolve(this.#stateOf(stream), event));
    return event;
  }

  #stateOf(stream: string): StreamState {
    const base = baseStreamOf(stream);
    return this.states.get(base) ?? this.log.stateOf(base);
  }

  #at(stream: string, revision: number): StoredEvent | undefined {
    for (; this.#placed < this.events.length; this.#placed += 1) {
      const event = this.events[this.#placed];
      if (event) this.#byRevision.set(placeKey(event.stream, event.revision), event);
    }
    return this.#byRevision.get(placeKey(stream, revision));
  }

  #earlier(stream: string): EarlierEvents {
    return {
      recent: (id) => {
        const event = this.#byId.get(id);
        return event?.stream === stream ? event : this.log.recent(stream, id);
      },
      at: (revision) => {
        const event = this.#at(stream, revision);
        if (event === undefined) return this.log.at(stream, revision);
        return { revision, position: event.position, id: idKey(event.id) };
      },
    };
  }
}

/** As on a real node, the metadata of a tombstoned stream can still be written, but not read. */
const writableHead = (stream: string, state: StreamState): StreamHead => {
  const head = headOf(stream, state);
  return isMetaStream(stream) && head.last >= 0 ? { ...head, tombstoned: false } : head;
};

const written = ({ revision, position }: StoredEvent): Outcome => ({ kind: 'written', revision, position });

const placeKey = (stream: string, revision: number): string => `${revision}@${stream}`;

/** Whether the ids after the expected revision decide a request. */
export const needsStoredIds = (wish: Wish, last: number): boolean =>
  wish.kind === 'append' && wish.expected >= expectations.noStream && wish.expected < last;
