import type { StoredEvent } from '../domain/event.js';
import type { Found } from '../domain/expected-revision.js';
import { Generations } from './generations.js';

/** Ids remembered at least, and at most twice as many: about what a production node keeps within 8 MiB. */
export const mostRecentIds = 25_000;

interface Entry extends Found {
  readonly stream: string;
}

export const idKey = (id: Buffer): string => id.toString('latin1');

/** Recently written ids, which reveal a repeated append without an expected revision. */
export class RecentIds {
  readonly #entries = new Generations<Entry>(mostRecentIds);

  add({
    id,
    stream,
    revision,
    position,
  }: Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>): void {
    this.#entries.set(idKey(id), { stream, revision, position });
  }

  /** The same id in another stream does not count. */
  in(stream: string, id: string): Found | undefined {
    const entry = this.#entries.get(id);
    return entry?.stream === stream ? entry : undefined;
  }
}
