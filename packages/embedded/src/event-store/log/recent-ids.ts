import type { StoredEvent } from '../domain/event.js';
import type { Found } from '../domain/expected-revision.js';

/** How many ids are remembered, as production does within 8 MiB. */
export const mostRecentIds = 50_000;

interface Entry extends Found {
  readonly stream: string;
}

/** An id as the key of a map. */
export const idKey = (id: Buffer): string => id.toString('latin1');

/** The ids that were written lately, by which a repeated append is known that expects no revision. */
export class RecentIds {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly most = mostRecentIds) {}

  add({
    id,
    stream,
    revision,
    position,
  }: Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>): void {
    const key = idKey(id);
    // Taken out first, so that the newest entry stands last.
    this.#entries.delete(key);
    this.#entries.set(key, { stream, revision, position });
    if (this.#entries.size <= this.most) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  /** The same id in another stream does not count. */
  in(stream: string, id: string): Found | undefined {
    const entry = this.#entries.get(id);
    return entry?.stream === stream ? entry : undefined;
  }
}
