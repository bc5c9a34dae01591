import { type LiveChange, positionOf } from '@groundswell/contracts';
import type { Advance, ReadModel, ReadStore } from '@groundswell/platform/read-store';
import { buffer, map, merge, mergeMap, type Observable, of, share, startWith, throttleTime } from 'rxjs';
import { advancesOf } from '../shared/advances.js';
import { changedMessage, type Message, positionMessage } from '../shared/event-streams.js';

/** The position up to which a reader has seen each read model. Sent as the id of each message. */
type Cursor = ReadonlyMap<string, bigint>;

/** Changes of one read model within this time, in milliseconds, become one message. */
const gathering = 50;

/** Formats a cursor as the id of a server-sent event. */
export const formatCursor = (cursor: Cursor): string =>
  [...cursor].map(([name, position]) => `${name}=${position}`).join(',');

/**
 * Parses a cursor sent back by a browser: an invalid position counts as never seen, and anything but the models is
 * dropped, since a cursor is kept and sent back as long as its reader stays.
 */
export const parseCursor = (text: string, models: readonly Pick<ReadModel, 'name'>[]): Cursor => {
  const sent = new Map(
    text.split(',').map((part) => {
      const [name = '', position = ''] = part.split('=');
      return [name, position] as const;
    }),
  );
  return new Map(
    models.flatMap(({ name }) => {
      const position = positionOf(sent.get(name) ?? '');
      return position === undefined ? [] : [[name, position] as const];
    }),
  );
};

const conceptOf = /^concept-(.+)$/;

/** The trends affected by an advance. Null if some of its streams are not trends. */
const conceptsOf = (streams: Advance['streams']): string[] | null => {
  const ids = streams?.map((stream) => conceptOf.exec(stream)?.[1]);
  return ids?.every((id) => id !== undefined) ? ids : null;
};

/** Merges several advances of a read model into one change. */
export const gather = (advances: readonly Advance[]): LiveChange[] => {
  const changes = new Map<string, LiveChange>();
  for (const { readModel, position, streams } of advances) {
    const before = changes.get(readModel);
    const ids = conceptsOf(streams);
    const known = before ? before.concept_ids : [];
    const concept_ids = ids && known ? [...new Set([...known, ...ids])] : null;
    changes.set(readModel, { read_model: readModel, position, concept_ids });
  }
  return [...changes.values()];
};

/** Changes of the public read models, for any number of readers. */
export class LiveChanges {
  readonly #changes: Observable<LiveChange[]>;

  constructor(
    private readonly store: ReadStore,
    private readonly models: readonly ReadModel[],
  ) {
    const advances = advancesOf(store, models).pipe(share());
    // A timer that runs only while there is something to collect.
    const ends = advances.pipe(throttleTime(gathering, undefined, { leading: false, trailing: true }));
    this.#changes = advances.pipe(buffer(ends), map(gather), share());
  }

  /** Messages for one reader: what it missed since `lastEventId`, then each change as it happens. */
  messages(lastEventId: string | undefined): Observable<Message> {
    const cursor = new Map(
      lastEventId === undefined ? this.#positions() : parseCursor(lastEventId, this.models),
    );
    const missed = of(null).pipe(mergeMap(() => this.#since(cursor)));
    return merge(missed, this.#changes.pipe(mergeMap((batch) => batch))).pipe(
      map((change) => {
        cursor.set(change.read_model, BigInt(change.position));
        return changedMessage(change, formatCursor(cursor));
      }),
      startWith(positionMessage(formatCursor(cursor))),
    );
  }

  #positions(): Cursor {
    return new Map(this.models.map((model) => [model.name, this.store.heard(model)?.changed ?? 0n] as const));
  }

  /** Changed trends are not stored for gaps, so a reader that had a gap must reload everything it shows. */
  #since(cursor: Cursor): LiveChange[] {
    return this.models.flatMap((model) => {
      const changed = this.store.heard(model)?.changed ?? 0n;
      // Also less than the reader has seen: the tables are of another log then.
      return changed !== (cursor.get(model.name) ?? 0n)
        ? [{ read_model: model.name, position: changed.toString(), concept_ids: null }]
        : [];
    });
  }
}
